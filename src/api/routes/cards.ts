import type { RequestHandler, Router } from 'express';
import { z } from 'zod';
import { type OwareClient, type CheckoutSnapshot, StillWorkingError } from '../../client/client.js';
import type { CardFace, CardPlace, DeviceInformation } from '../../domain/checkout/card.js';
import { toCheckout } from '../../domain/checkout/view.js';
import { readCommand } from '../command.js';
import { parse } from '../parse.js';
import { Problem } from '../problem.js';

/** Where cards and codes are kept; the API itself only hands them on. */
export interface CardVault {
  keepCard(
    card: z.output<typeof cardFields>,
  ): CardPlace & { readonly card: CardFace; readonly formUrl: string };
  keepCode(code: string): CardPlace;
  /** What is kept is not needed any more. */
  forget(handle: string): void;
  /** Pages that payers' browsers are sent to. */
  readonly pages: RequestHandler;
}

/** Messages never repeat what was given: a mistyped card number is still nearly one. */
const digits = (least: number, most: number) => {
  const amount = least === most ? `${least}` : `${least} to ${most}`;
  const message = `must be ${amount} digits, as text`;
  return z.string(message).regex(new RegExp(`^\\d{${least},${most}}$`), message);
};

const cardFields = z.object({
  number: z
    .string('must be text')
    .transform((text) => text.replaceAll(/[ -]/g, ''))
    .pipe(digits(12, 19)),
  expiryMonth: z.string('must be text').regex(/^(0?[1-9]|1[0-2])$/, 'must be a month, 01 to 12'),
  expiryYear: z.string('must be text').regex(/^(\d{2}|\d{4})$/, 'must be a year of two or four digits'),
  cvv: digits(3, 4),
  pin: digits(4, 6),
});

const text = z.string().max(1_024).optional();
const count = z.int().min(0).max(100_000).optional();

const cardRequest = z.strictObject({
  ...cardFields.shape,
  deviceInformation: z
    .strictObject({
      httpBrowserLanguage: text,
      httpBrowserJavaEnabled: z.boolean().optional(),
      httpBrowserJavaScriptEnabled: z.boolean().optional(),
      httpBrowserColorDepth: count,
      httpBrowserScreenHeight: count,
      httpBrowserScreenWidth: count,
      httpBrowserTimeDifference: text,
      userAgentBrowserValue: text,
    })
    .transform((given) => given as DeviceInformation)
    .optional(),
});

const otpRequest = z.strictObject({ otp: digits(4, 10) });

/** Adds to the routes of checkouts what payers do with cards. Without a desk they say that cards are off. */
export function addCardRoutes(
  router: Router,
  { checkouts }: Pick<OwareClient, 'checkouts'>,
  vault: CardVault | undefined,
): void {
  const open = (): CardVault => {
    if (vault) return vault;
    throw new Problem(
      'cards-disabled',
      'this deployment takes no card data; send the payer to the checkoutUrl',
    );
  };

  router.post('/:reference/card', async (request, response) => {
    const openVault = open();
    const options = readCommand(request);
    const { deviceInformation, ...card } = parse(cardRequest, request.body);
    const charge = { ...openVault.keepCard(card), ...(deviceInformation && { deviceInformation }) };
    const step = () => checkouts.chargeCard(request.params.reference, charge, options);
    response.json(toCheckout(await forgetting(openVault, charge.handle, step)));
  });

  router.post('/:reference/otp', async (request, response) => {
    const openVault = open();
    const options = readCommand(request);
    const code = openVault.keepCode(parse(otpRequest, request.body).otp);
    const step = () => checkouts.submitOtp(request.params.reference, code, options);
    response.json(toCheckout(await forgetting(openVault, code.handle, step)));
  });

  router.post('/:reference/3ds', async (request, response) => {
    open();
    const { reference } = request.params;
    response.json(toCheckout(await checkouts.authorizeThreeDs(reference, readCommand(request))));
  });
}

/** Only a card at its issuer is needed again, and one whose step is still under way. */
async function forgetting(
  vault: CardVault,
  handle: string,
  step: () => Promise<CheckoutSnapshot>,
): Promise<CheckoutSnapshot> {
  try {
    const payment = await step();
    if (payment.card?.state !== 'THREE_DS_REQUIRED') vault.forget(handle);
    return payment;
  } catch (error) {
    if (!(error instanceof StillWorkingError)) vault.forget(handle);
    throw error;
  }
}
