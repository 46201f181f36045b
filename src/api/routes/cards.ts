import { type OwareClient, InProgressError } from '../../client/client.js';
import type { CheckoutSnapshot } from '../../domain/checkout/checkout.js';
import { toCheckout } from '../../domain/checkout/view.js';
import { readCommand } from '../command.js';
import { cardRequest, otpRequest } from '../../requests/card.js';
import { parse } from '../../requests/parse.js';
import { Problem } from '../../requests/problem.js';
import type { Routes } from '../described-routes.js';
import { OTP } from '../example-values.js';
import type { ApiVault, CardVault } from '../vault.js';
import { checkoutView } from '../views/checkout.js';

/** Of every command that opens or uses a way to pay. */
export const PAYMENT_PROBLEMS = [
  'not-open',
  'card-unresolved',
  'card-in-progress',
  'command-conflict',
  'refused',
  'not-sent',
  'paused',
] as const;

const CARD_PROBLEMS = ['cards-disabled', ...PAYMENT_PROBLEMS] as const;

/** Adds the card routes to those of checkouts. Without a vault that takes cards they answer `cards-disabled`. */
export function addCardRoutes(
  routes: Routes,
  { checkouts }: Pick<OwareClient, 'checkouts'>,
  vault: ApiVault | undefined,
): void {
  const requireVault = (): ApiVault & { readonly cards: CardVault } => {
    if (vault?.cards) return { ...vault, cards: vault.cards };
    throw new Problem(
      'cards-disabled',
      'This deployment does not accept card data. Send the payer to the checkoutUrl.',
    );
  };

  const step = {
    scope: 'collect',
    takesKey: true,
    replies: { 200: { about: 'The checkout; `card.state` says what is next', schema: checkoutView } },
  } as const;

  routes.post(
    '/:reference/card',
    {
      ...step,
      summary: 'Charge a card',
      detail: 'The card goes to the vault, and never to Temporal or a log.',
      body: cardRequest,
      example: {
        number: '5060995994247093',
        expiryMonth: '12',
        expiryYear: '2049',
        cvv: '123',
        pin: '1234',
      },
      problems: [...CARD_PROBLEMS, 'channel-disabled'],
    },
    async (request, response) => {
      const enabledVault = requireVault();
      const options = readCommand(request);
      const { deviceInformation, ...card } = parse(cardRequest, request.body);
      const charge = { ...enabledVault.cards.keep(card), ...(deviceInformation && { deviceInformation }) };
      const charged = () => checkouts.chargeCard(request.params.reference, charge, options);
      response.json(toCheckout(await forgetAfter(enabledVault, charge.handle, charged)));
    },
  );

  routes.post(
    '/:reference/otp',
    {
      ...step,
      summary: 'Submit the OTP of the card',
      body: otpRequest,
      example: OTP,
      problems: [...CARD_PROBLEMS, 'otp-not-expected', 'otp-expired', 'otp-incorrect', 'otp-in-progress'],
    },
    async (request, response) => {
      const enabledVault = requireVault();
      const options = readCommand(request);
      const otp = enabledVault.keepOtp(parse(otpRequest, request.body).otp);
      const submitted = () => checkouts.submitOtp(request.params.reference, otp, options);
      response.json(toCheckout(await forgetAfter(enabledVault, otp.handle, submitted)));
    },
  );

  routes.post(
    '/:reference/3ds',
    {
      ...step,
      summary: 'Continue after 3-D Secure',
      problems: [...CARD_PROBLEMS, 'three-ds-not-expected'],
    },
    async (request, response) => {
      requireVault();
      const { reference } = request.params;
      response.json(toCheckout(await checkouts.authorizeThreeDs(reference, readCommand(request))));
    },
  );
}

/** Erases the secret fields after a step, except for a card in 3-D Secure authentication or in progress. */
async function forgetAfter(
  vault: ApiVault,
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
