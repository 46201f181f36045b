import { defineUpdate } from '@temporalio/workflow';
import { isOpen } from '../../src/domain/collection.js';
import { showNaira } from '../../src/domain/money.js';
import type { CheckoutTerms, PaymentSnapshot, TransferAccount } from '../../src/domain/payment.js';
import type { StoryInput, StoryKind } from '../shared/messages.js';

export const PAYMENT: StoryKind<CheckoutTerms, PaymentSnapshot> = {
  noun: 'payment',
  prefix: 'payment',
  type: 'collectPayment',
  story: 'checkout',
  firstState: 'PENDING',
  isOpen,
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
