import { defineUpdate } from '@temporalio/workflow';
import type { CardFace, DeviceInformation } from '../../src/domain/checkout/card.js';
import type { SecretPlace } from '../../src/domain/secret-place.js';
import { CHECKOUT_WEBHOOKS } from '../../src/domain/checkout/webhook-types.js';
import { toCheckout } from '../../src/domain/checkout/view.js';
import { orderHoldings } from '../../src/domain/order/holdings.js';
import { isOver } from '../../src/domain/order/state.js';
import { textOf } from '../../src/domain/order/texts.js';
import { showNaira } from '../../src/domain/money.js';
import type { CheckoutTerms, CheckoutSnapshot, VirtualAccount } from '../../src/domain/checkout/checkout.js';
import { COLLECTION_STATES } from '../../src/domain/collection/states.js';
import type { LifecycleInput, LifecycleKind } from '../shared/messages.js';

export type CheckoutInput = LifecycleInput<CheckoutTerms, CheckoutSnapshot>;

export interface VirtualAccountRequest {
  /** Chooses the bank and gives a USSD string for it. */
  readonly bankCode?: string;
}

/** Opens a virtual account for this checkout alone. */
export const requestVirtualAccount = defineUpdate<VirtualAccount, [VirtualAccountRequest]>(
  'requestVirtualAccount',
);

/** What Temporal may know of a card: the rest is in the memory of the vault that took it. */
export interface CardCharge extends SecretPlace {
  readonly card: CardFace;
  /** What the issuer requires about the payer's browser. */
  readonly deviceInformation?: DeviceInformation;
  /** The vault's page for issuers that require a form post. */
  readonly formUrl?: string;
}

/** Charges a card; the snapshot's `card` has the next step. */
export const chargeCard = defineUpdate<CheckoutSnapshot, [CardCharge]>('chargeCard');

/** The payer's OTP, by its handle. */
export type OtpSubmission = SecretPlace;

export const submitOtp = defineUpdate<CheckoutSnapshot, [OtpSubmission]>('submitOtp');

/** Completes 3-D Secure after the payer returned from the issuer. */
export const authorizeThreeDs = defineUpdate<CheckoutSnapshot>('authorizeThreeDs');

/** Opens a fresh hosted page after a declined card. */
export const requestPage = defineUpdate<CheckoutSnapshot>('requestPage');

const commands = {
  virtualAccount: { update: requestVirtualAccount, takes: 1 },
  page: { update: requestPage, takes: 0 },
  // each call has a handle of its own: only the digits tell two cards apart, and nothing tells two OTPs apart
  chargeCard: { update: chargeCard, takes: 1, fingerprintOf: ({ card }: CardCharge) => card },
  submitOtp: { update: submitOtp, takes: 1, fingerprintOf: () => null },
  authorizeThreeDs: { update: authorizeThreeDs, takes: 0 },
} as const;

export const CHECKOUT: LifecycleKind<CheckoutTerms, CheckoutSnapshot, typeof commands> = {
  noun: 'checkout',
  about: 'Money in once: by a hosted page, a bank transfer or a card.',
  created: {
    scope: 'collect',
    command: 'Create a checkout to try it: prints the page to pay on',
    isPlaceToPay: true,
  },
  prefix: 'checkout',
  type: 'collectCheckout',
  path: '/v1/checkouts',
  firstState: 'PENDING',
  states: COLLECTION_STATES,
  textOf: (order) => textOf(order, COLLECTION_STATES),
  isOver,
  freeText: ['name', 'description', 'metadata'],
  summaryOf: ({ reference, amountKobo }) => `Checkout ${reference}: ${showNaira(amountKobo)}`,
  amountOf: ({ amountKobo }) => amountKobo,
  toView: toCheckout,
  viewName: 'checkout',
  webhooks: CHECKOUT_WEBHOOKS,
  takesEvents: true,
  holdingsOf: orderHoldings,
  cancelRequest: 'POST /v1/checkouts/{reference}/cancel',
  commands,
};
