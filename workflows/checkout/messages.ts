import { defineUpdate } from '@temporalio/workflow';
import type { CardFace, CardPlace, DeviceInformation } from '../../src/domain/checkout/card.js';
import { CHECKOUT_WEBHOOKS } from '../../src/domain/checkout/webhook-types.js';
import { toCheckout } from '../../src/domain/checkout/view.js';
import { isOver } from '../../src/domain/collection/collection.js';
import { showNaira } from '../../src/domain/money.js';
import type { CheckoutTerms, CheckoutSnapshot, VirtualAccount } from '../../src/domain/checkout/checkout.js';
import type { LifecycleInput, LifecycleKind } from '../shared/messages.js';

export type CheckoutInput = LifecycleInput<CheckoutTerms, CheckoutSnapshot>;

export interface VirtualAccountRequest {
  /** Chooses the bank and gives a USSD string for it. */
  readonly bankCode?: string;
}

/** Asks the gateway for a virtual account that takes money for this payment alone. */
export const requestVirtualAccount = defineUpdate<VirtualAccount, [VirtualAccountRequest]>(
  'requestVirtualAccount',
);

/** A card, as far as Temporal may know it: the rest is in the memory of the desk that took it. */
export interface CardCharge extends CardPlace {
  readonly card: CardFace;
  /** What the issuer wants to know of the payer's browser. */
  readonly deviceInformation?: DeviceInformation;
  /** The desk's page for issuers that want the browser to bring a form. */
  readonly formUrl?: string;
}

/** Charges a card; the snapshot's `card` says what is to be done next. */
export const chargeCard = defineUpdate<CheckoutSnapshot, [CardCharge]>('chargeCard');

/** The code that the bank sent to the payer, by its handle. */
export type OtpSubmission = CardPlace;

export const submitOtp = defineUpdate<CheckoutSnapshot, [OtpSubmission]>('submitOtp');

/** The payer was at the issuer's, and the gateway wants the card once more. */
export const authorizeThreeDs = defineUpdate<CheckoutSnapshot>('authorizeThreeDs');

/** A hosted page that can still be paid on, where the last one was declined. */
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
  prefix: 'checkout',
  type: 'collectCheckout',
  path: '/v1/checkouts',
  firstState: 'PENDING',
  isOver,
  summaryOf: ({ reference, amountKobo }) => `Checkout ${reference}: ${showNaira(amountKobo)}`,
  amountOf: ({ amountKobo }) => amountKobo,
  toView: toCheckout,
  viewName: 'checkout',
  webhooks: CHECKOUT_WEBHOOKS,
  takesEvents: true,
  commands,
};
