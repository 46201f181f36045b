import { defineUpdate } from '@temporalio/workflow';
import type { CardFace, CardPlace, DeviceInformation } from '../../src/domain/card.js';
import { isOver } from '../../src/domain/collection.js';
import { showNaira } from '../../src/domain/money.js';
import type { CheckoutTerms, PaymentSnapshot, TransferAccount } from '../../src/domain/payment.js';
import type { StoryInput, StoryKind } from '../shared/messages.js';

export const PAYMENT: StoryKind<CheckoutTerms, PaymentSnapshot> = {
  noun: 'payment',
  prefix: 'payment',
  type: 'collectPayment',
  story: 'checkout',
  firstState: 'PENDING',
  isOver,
  summaryOf: ({ reference, amountKobo }) => `Checkout ${reference}: ${showNaira(amountKobo)}`,
  amountOf: ({ amountKobo }) => amountKobo,
};

export type PaymentInput = StoryInput<CheckoutTerms, PaymentSnapshot>;

export interface TransferAccountRequest {
  /** Chooses the bank and gives a USSD string for it. */
  readonly bankCode?: string;
}

/** Asks the gateway for a virtual account that takes money for this payment alone. */
export const requestTransferAccount = defineUpdate<TransferAccount, [TransferAccountRequest]>(
  'requestTransferAccount',
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
export const chargeCard = defineUpdate<PaymentSnapshot, [CardCharge]>('chargeCard');

/** The code that the bank sent to the payer, by its handle. */
export type CodeGiven = CardPlace;

export const giveCode = defineUpdate<PaymentSnapshot, [CodeGiven]>('giveCode');

/** The payer was at the issuer's, and the gateway wants the card once more. */
export const authorizeSecure3d = defineUpdate<PaymentSnapshot>('authorizeSecure3d');

/** A hosted page that can still be paid on, where the last one was declined. */
export const requestPage = defineUpdate<PaymentSnapshot>('requestPage');
