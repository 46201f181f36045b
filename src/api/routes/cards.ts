import type { RequestHandler, Router } from 'express';
import { z } from 'zod';
import { type OwareClient, InProgressError } from '../../client/client.js';
import type { CheckoutSnapshot } from '../../domain/checkout/checkout.js';
import type { CardFace, DeviceInformation } from '../../domain/checkout/card.js';
import type { SecretPlace } from '../../domain/secret-place.js';
import { toCheckout } from '../../domain/checkout/view.js';
import { readCommand } from '../command.js';
import { parse } from '../parse.js';
import { Problem } from '../problem.js';

/** Holds cards and OTPs; the API itself only passes them on. */
export interface CardVault {
  keepCard(
    card: z.output<typeof cardFields>,
  ): SecretPlace & { readonly card: CardFace; readonly formUrl: string };
  keepOtp(otp: string): SecretPlace;
  /** Erases the secret fields of a handle. */
  forget(handle: string): void;
  /** The clear code of a paycode, which is cash; undefined when the gateway has none. Neither stored nor logged. */
  revealPaycode(reference: string): Promise<string | undefined>;
  /** The pages that payers' browsers are redirected to. */
  readonly pages: RequestHandler;
}

/** Messages never repeat the given value: a mistyped card number is still sensitive. */
const digits = (least: number, most: number) => {
  const amount = least === most ? `${least}` : `${least} to ${most}`;
  const message = `must be a string of ${amount} digits`;
  return z.string(message).regex(new RegExp(`^\\d{${least},${most}}$`), message);
};

const cardFields = z.object({
  number: z
    .string('must be a string')
    .transform((text) => text.replaceAll(/[ -]/g, ''))
    .pipe(digits(12, 19)),
  expiryMonth: z.string('must be a string').regex(/^(0?[1-9]|1[0-2])$/, 'must be a month, 01 to 12'),
  expiryYear: z.string('must be a string').regex(/^(\d{2}|\d{4})$/, 'must be a year of two or four digits'),
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

export const otpRequest = z.strictObject({ otp: digits(4, 10) });

/** Adds the card routes to those of checkouts. Without a vault they answer `cards-disabled`. */
export function addCardRoutes(
  router: Router,
  { checkouts }: Pick<OwareClient, 'checkouts'>,
  vault: CardVault | undefined,
): void {
  const requireVault = (): CardVault => {
    if (vault) return vault;
    throw new Problem(
      'cards-disabled',
      'This deployment does not accept card data. Send the payer to the checkoutUrl.',
    );
  };

  router.post('/:reference/card', async (request, response) => {
    const enabledVault = requireVault();
    const options = readCommand(request);
    const { deviceInformation, ...card } = parse(cardRequest, request.body);
    const charge = { ...enabledVault.keepCard(card), ...(deviceInformation && { deviceInformation }) };
    const step = () => checkouts.chargeCard(request.params.reference, charge, options);
    response.json(toCheckout(await forgetAfter(enabledVault, charge.handle, step)));
  });

  router.post('/:reference/otp', async (request, response) => {
    const enabledVault = requireVault();
    const options = readCommand(request);
    const otp = enabledVault.keepOtp(parse(otpRequest, request.body).otp);
    const step = () => checkouts.submitOtp(request.params.reference, otp, options);
    response.json(toCheckout(await forgetAfter(enabledVault, otp.handle, step)));
  });

  router.post('/:reference/3ds', async (request, response) => {
    requireVault();
    const { reference } = request.params;
    response.json(toCheckout(await checkouts.authorizeThreeDs(reference, readCommand(request))));
  });
}

/** Erases the secret fields after a step, except for a card in 3-D Secure authentication or in progress. */
async function forgetAfter(
  vault: CardVault,
  handle: string,
  step: () => Promise<CheckoutSnapshot>,
): Promise<CheckoutSnapshot> {
  try {
    const checkout = await step();
    if (checkout.card?.state !== 'THREE_DS_REQUIRED') vault.forget(handle);
    return checkout;
  } catch (error) {
    if (!(error instanceof InProgressError)) vault.forget(handle);
    throw error;
  }
}
