import type { StateTexts } from '../lifecycle/state-texts.js';

/** The states that every payout has before it is sent: a transfer, a bill, a paycode, a batch. */
export const BEFORE_SENDING = {
  WAITING_FOR_APPROVAL: {
    means: 'Another person must approve it before it is sent, or sent again.',
    waitsFor: 'the approval of another person',
    customer: 'Your payment is being approved.',
  },
  WAITING_FOR_FUNDS: {
    means: 'It is not sent yet: the wallet has too little money.',
    waitsFor: "money in the merchant's wallet",
    customer: 'Your payment is being prepared.',
  },
  PAUSED: {
    means: 'It is not sent yet: operators have paused payouts.',
    waitsFor: 'operators to resume payouts',
    customer: 'Your payment is being prepared.',
  },
  SCHEDULED: {
    means: 'It is approved, and is sent at the planned time.',
    waitsFor: 'the planned time',
    customer: 'Your payment is planned.',
  },
} as const satisfies StateTexts<string>;

/** The ends of every payout. */
export const ENDS_OF_PAYOUTS = {
  SUCCESS: { means: 'The gateway reports that the money arrived.', customer: 'Your payment was sent.' },
  FAILED: {
    means: 'The gateway reports a failure. `safeToPayAgain` says whether it may be paid again.',
    customer: 'Your payment could not be made. We will contact you.',
  },
  EXPIRED: {
    means:
      'It was not sent, or not authorised, before its last moment. `safeToPayAgain` says whether it may be paid again.',
    customer: 'Your payment was not made. We will contact you.',
  },
  CANCELLED: {
    means: 'It was cancelled. `safeToPayAgain` says whether it is certain that no money moved.',
  },
  REFUSED: {
    means:
      'It was refused before it was sent. `safeToPayAgain` says whether it is certain that no money moved.',
  },
} as const satisfies StateTexts<string>;
