import type { StateTexts } from '../lifecycle/state-texts.js';
import type { RefundsState } from './refund.js';

export const REFUNDS_STATES: StateTexts<RefundsState> = {
  NOT_REFUNDED: {
    means: 'Nothing of the transaction was refunded.',
    customer: 'No refund was made for this payment.',
  },
  REFUNDING: {
    means: 'A refund is under way at the gateway.',
    waitsFor: "the gateway's outcome of the refund",
    customer: 'Your refund is under way.',
  },
  WAITING_FOR_APPROVAL: {
    means: 'A refund is not sent yet.',
    waitsFor: 'the approval of another person',
    customer: 'Your refund is being approved.',
  },
  PAUSED: {
    means: 'A refund is not sent yet: operators have paused payouts.',
    waitsFor: 'operators to resume payouts',
    customer: 'Your refund is being prepared.',
  },
  PARTIALLY_REFUNDED: {
    means: 'A part of the transaction was refunded.',
    customer: 'A part of your payment was refunded.',
  },
  REFUNDED: { means: 'The whole transaction was refunded.', customer: 'Your payment was refunded.' },
};
