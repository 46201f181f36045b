import type { LifecycleSnapshot } from '../lifecycle/lifecycle.js';
import type { Transitions } from '../lifecycle/transitions.js';
import type { Currency, Kobo } from '../money.js';
import type { Payout, PayoutState } from './payout.js';
import { isOver as isPayoutOver } from './state.js';

/** A payout that is a lifecycle of its own: a transfer, a bill, a paycode. */
export interface PayoutTerms {
  readonly reference: string;
  readonly amountKobo: Kobo;
  readonly currency: Currency;
  /** The last moment to send it; the validity of the settings unless given. */
  readonly notAfter?: string;
}

export interface SinglePayoutSnapshot<State extends PayoutState = PayoutState>
  extends LifecycleSnapshot<State>, Payout {
  readonly terms: PayoutTerms;
  /** When the gateway had it, as far as Oware knows. */
  readonly sentAt?: string;
  /** The gateway's own reference. */
  readonly transactionReference?: string;
  /** How often each webhook was due: its id counts them. */
  readonly due?: Readonly<Record<string, number>>;
}

/** The states of a payout without an OTP: a bill, or a paycode. */
export type SinglePayoutState = Exclude<
  PayoutState,
  'SCHEDULED' | 'PENDING_AUTHORIZATION' | 'OTP_EMAIL_DISPATCH_FAILED' | 'REVERSED'
>;

const ALL: readonly SinglePayoutState[] = [
  'PENDING',
  'WAITING_FOR_APPROVAL',
  'WAITING_FOR_FUNDS',
  'PAUSED',
  'SUCCESS',
  'FAILED',
  'EXPIRED',
  'CANCELLED',
  'REFUSED',
];

/** Any may follow any: the state derives from what is known. */
export const SINGLE_PAYOUT_TRANSITIONS: Transitions<SinglePayoutState> = {
  PENDING: ALL,
  WAITING_FOR_APPROVAL: ALL,
  WAITING_FOR_FUNDS: ALL,
  PAUSED: ALL,
  SUCCESS: ALL,
  FAILED: ALL,
  EXPIRED: ALL,
  CANCELLED: ALL,
  REFUSED: ALL,
};

/** Whether nothing more is expected. */
export const isOver = (payout: SinglePayoutSnapshot): boolean => isPayoutOver(payout);
