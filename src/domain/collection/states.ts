import type { StateTexts } from '../lifecycle/state-texts.js';
import type { CollectionState } from './collection.js';

/** Of checkouts and invoices. */
export const COLLECTION_STATES: StateTexts<CollectionState> = {
  PENDING: {
    means: 'No payment is proven yet.',
    waitsFor: 'the payment',
    customer: 'We have not received your payment yet. You can still pay.',
  },
  CLOSING: {
    means: 'The time to pay has ended, and the gateway is asked for the outcome.',
    waitsFor: "the gateway's final record",
    customer: 'The time to pay has ended. We are checking whether your payment arrived.',
  },
  PAID: {
    means: 'The payment is proven by the record of the gateway.',
    customer: 'We received your payment.',
  },
  OVERPAID: {
    means: 'More than the amount arrived.',
    customer:
      'We received your payment. You paid more than the amount, and we will contact you about the rest.',
  },
  PARTIALLY_PAID: {
    means: 'Less than the amount arrived.',
    customer: 'We received a part of the amount. Please pay the rest.',
  },
  REVERSED: {
    means: 'The payment was taken back.',
    customer: 'Your payment was reversed: the money returns to your account.',
  },
  REFUNDED: {
    means: 'The payment was refunded in full.',
    customer: 'Your payment was refunded.',
  },
  EXPIRED: {
    means: 'The time to pay ended without a payment.',
    customer: 'The time to pay has ended. No money was taken.',
  },
  FAILED: {
    means: 'No attempt to pay succeeded.',
    customer: 'The payment did not succeed. No money was taken.',
  },
  CANCELLED: {
    means: 'The merchant cancelled it before money arrived.',
    customer: 'The order was cancelled. Please do not pay for it.',
  },
  REFUSED: {
    means: 'It was refused before it opened. Nothing can be paid.',
    customer: 'The payment could not be started. No money was taken.',
  },
};
