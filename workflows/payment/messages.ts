import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { PaymentNews } from '../../src/domain/news.js';
import type { CheckoutTerms, PaymentSnapshot, TransferAccount } from '../../src/domain/payment.js';

export const PAYMENT_TYPE = 'collectPayment';

export function paymentId(reference: string): string {
  return `payment:${reference}`;
}

/** A payment begins with the merchant's request, or with news of one whose run is over or was never ours. */
export type PaymentInput =
  | { readonly from: 'request'; readonly terms: CheckoutTerms }
  | { readonly from: 'news'; readonly reference: string; readonly previousRunId?: string };

/** Same reference, other terms: nothing is done, and the answer says what differs. */
export type JoinAnswer =
  | { readonly kind: 'joined'; readonly payment: PaymentSnapshot }
  | { readonly kind: 'terms-differ'; readonly differences: readonly string[] };

export interface TransferAccountRequest {
  /** Chooses the bank and gives a USSD string for it. */
  readonly bankCode?: string;
}

/** Waits until the payment can be shown to the payer, if its terms are the ones given. */
export const joinPayment = defineUpdate<JoinAnswer, [CheckoutTerms]>('joinPayment');

/** Asks the gateway for a virtual account that takes money for this payment alone. */
export const requestTransferAccount = defineUpdate<TransferAccount, [TransferAccountRequest]>(
  'requestTransferAccount',
);

/** Takes no more interest in the money; the gateway itself knows no cancel, so it can still be paid. */
export const cancelPayment = defineUpdate<PaymentSnapshot>('cancelPayment');

/** An event of the gateway whose signature was right. */
export const gatewayReported = defineSignal<[PaymentNews]>('gatewayReported');

/** The payer is back from the page, or somebody cannot wait for the event. It proves nothing: it is a reason to ask. */
export const payerReturned = defineSignal('payerReturned');

export const paymentSnapshot = defineQuery<PaymentSnapshot>('paymentSnapshot');
