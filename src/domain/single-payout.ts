import type { ApprovalPart } from './approval/approval.js';
import type { LifecycleSnapshot } from './lifecycle/lifecycle.js';
import type { Unread } from './lifecycle/reading.js';
import type { Transitions } from './lifecycle/transitions.js';
import type { Currency, Kobo } from './money.js';

/** One payout from the wallet that needs no OTP: a bill, or a paycode. */
export interface SinglePayoutTerms {
  readonly reference: string;
  readonly amountKobo: Kobo;
  readonly currency: Currency;
  /** The last moment to send it; the validity of the settings unless given. */
  readonly notAfter?: string;
}

export type SinglePayoutState =
  /** Being prepared or, with `sentAt`, under way at the gateway. */
  | 'PENDING'
  | 'WAITING_FOR_APPROVAL'
  | 'WAITING_FOR_FUNDS'
  | 'PAUSED'
  | 'SUCCESS'
  | 'FAILED'
  | 'EXPIRED'
  | 'CANCELLED'
  | 'REFUSED';

const ENDS = ['SUCCESS', 'FAILED', 'EXPIRED', 'CANCELLED', 'REFUSED'] as const;

/** Knowledge only gets more precise: whatever was believed, money that moved is reported. */
export const SINGLE_PAYOUT_TRANSITIONS: Transitions<SinglePayoutState> = {
  PENDING: ['WAITING_FOR_APPROVAL', 'WAITING_FOR_FUNDS', 'PAUSED', ...ENDS],
  // after a lost run what waited for an approval may turn out to be sent, or over
  WAITING_FOR_APPROVAL: ['PENDING', 'WAITING_FOR_FUNDS', 'PAUSED', ...ENDS],
  WAITING_FOR_FUNDS: ['PENDING', 'PAUSED', ...ENDS],
  PAUSED: ['PENDING', 'WAITING_FOR_FUNDS', ...ENDS],
  SUCCESS: [],
  FAILED: ['SUCCESS'],
  EXPIRED: ['SUCCESS'],
  CANCELLED: ['SUCCESS'],
  REFUSED: ['SUCCESS'],
};

export interface SinglePayoutSnapshot extends LifecycleSnapshot<SinglePayoutState>, ApprovalPart {
  readonly terms: SinglePayoutTerms;
  /** When it was sent, as far as Oware knows. */
  readonly sentAt?: string;
  /** The gateway's own reference. */
  readonly transactionReference?: string;
  /** When a read first showed that it failed. */
  readonly failedAt?: string;
  /** A second read, minutes later, showed the same. */
  readonly failedTwice?: true;
  /** An operator concluded what the gateway never reported. */
  readonly concluded?: true;
  /** Why it is no longer wanted: the merchant cancelled it, or a person refused it. It may have been sent already. */
  readonly unwanted?: string;
  /** When the wallet was last found to hold too little. */
  readonly fundsShortAt?: string;
}

/** What one record proves. */
export type SinglePayoutReading =
  | { readonly kind: 'end'; readonly to: (typeof ENDS)[number]; readonly observed: string }
  | { readonly kind: 'pending'; readonly observed: string }
  | Unread;

export function isEnded(state: SinglePayoutState): boolean {
  return ENDS.some((each) => each === state);
}

/** Whether nothing more is expected; a failure is read a second time before it counts. */
export function isOver({ state, failedTwice, concluded }: SinglePayoutSnapshot): boolean {
  if (state === 'FAILED') return failedTwice === true || concluded === true;
  return isEnded(state);
}
