import type { StateTexts } from '../lifecycle/state-texts.js';
import { BEFORE_SENDING, ENDS_OF_PAYOUTS } from './payout-states.js';
import type { SinglePayoutState } from './single-payout.js';

/** Of bills, and of paycodes before they are issued. */
export const SINGLE_PAYOUT_STATES: StateTexts<SinglePayoutState> = {
  ...BEFORE_SENDING,
  ...ENDS_OF_PAYOUTS,
  PENDING: {
    means: 'It is being prepared or, if `sentAt` is set, under way at the gateway.',
    waitsFor: "the gateway's answer",
    customer: 'Your payment is under way.',
  },
};
