import type { StateTexts } from '../lifecycle/state-texts.js';
import { SINGLE_PAYOUT_STATES } from '../payout/single-payout-states.js';
import type { SinglePayoutState } from '../payout/single-payout.js';

/** A paycode that was issued can still end without money, if the cash is not collected. */
export const PAYCODE_STATES: StateTexts<SinglePayoutState> = {
  ...SINGLE_PAYOUT_STATES,
  PENDING: {
    means: 'It is being prepared or, if `issuedAt` is set, the cash can be collected.',
    waitsFor: "the gateway's answer, then the beneficiary",
    customer: 'Your cash is not collected yet.',
  },
  SUCCESS: { means: 'The cash was collected.', customer: 'Your cash was collected.' },
  EXPIRED: {
    means:
      'It was not issued in time, or the cash was not collected in time. `safeToPayAgain` says whether it is certain that the money is in the wallet.',
    customer: 'The code has expired.',
  },
  CANCELLED: {
    means:
      'It was cancelled before the cash was collected. `safeToPayAgain` says whether it is certain that the money is in the wallet.',
    customer: 'The code was cancelled.',
  },
};
