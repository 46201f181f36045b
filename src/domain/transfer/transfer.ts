import type { ApprovalPart } from '../approval/approval.js';
import type { LifecycleSnapshot } from '../lifecycle/lifecycle.js';
import type { Hold } from '../lifecycle/review.js';
import type { Transitions } from '../lifecycle/transitions.js';
import type { Currency, Kobo } from '../money.js';
import type { NameCheck } from './name-match.js';

export interface Destination {
  readonly bankCode: string;
  readonly accountNumber: string;
  /** The name that the merchant expects; never filled in from the bank's answer. */
  readonly accountName: string;
}

/** The merchant's request. Two requests with the same reference must agree in all of it. */
export interface TransferTerms {
  readonly reference: string;
  readonly amountKobo: Kobo;
  readonly currency: Currency;
  readonly destination: Destination;
  readonly narration: string;
  /** When to send it; at once unless given. */
  readonly startAt?: string;
  /** The last moment to send it; the validity of the settings unless given. */
  readonly notAfter?: string;
  /** An equal payment to the same account may be on its way: it is meant twice. */
  readonly duplicateIntended?: true;
}

export type TransferState =
  /** Being prepared or, with `sentAt`, under way at the gateway. */
  | 'PENDING'
  | 'SCHEDULED'
  | 'WAITING_FOR_APPROVAL'
  | 'WAITING_FOR_FUNDS'
  | 'PAUSED'
  | 'PENDING_AUTHORIZATION'
  | 'OTP_EMAIL_DISPATCH_FAILED'
  | 'SUCCESS'
  | 'FAILED'
  /** Not authorised in time, or not sent before its last moment. */
  | 'EXPIRED'
  | 'REVERSED'
  | 'CANCELLED'
  | 'REFUSED';

const PREPARING = ['SCHEDULED', 'WAITING_FOR_APPROVAL', 'WAITING_FOR_FUNDS', 'PAUSED'] as const;
const AUTHORISING = ['PENDING_AUTHORIZATION', 'OTP_EMAIL_DISPATCH_FAILED'] as const;
const ENDS = ['SUCCESS', 'FAILED', 'EXPIRED', 'REVERSED', 'CANCELLED', 'REFUSED'] as const;

/**
 * Knowledge only gets more precise. Whatever was believed, money that moved is reported: a transfer that expired, was
 * cancelled or refused may still turn out to have been paid.
 */
export const TRANSFER_TRANSITIONS: Transitions<TransferState> = {
  PENDING: [...PREPARING, ...AUTHORISING, ...ENDS],
  // after a lost run whatever was waited for may turn out to be sent, or over
  SCHEDULED: ['PENDING', 'WAITING_FOR_APPROVAL', 'WAITING_FOR_FUNDS', 'PAUSED', ...AUTHORISING, ...ENDS],
  WAITING_FOR_APPROVAL: ['PENDING', 'SCHEDULED', 'WAITING_FOR_FUNDS', 'PAUSED', ...AUTHORISING, ...ENDS],
  WAITING_FOR_FUNDS: ['PENDING', 'PAUSED', ...AUTHORISING, ...ENDS],
  PAUSED: ['PENDING', 'WAITING_FOR_FUNDS', ...AUTHORISING, ...ENDS],
  PENDING_AUTHORIZATION: ['PENDING', 'OTP_EMAIL_DISPATCH_FAILED', ...ENDS],
  OTP_EMAIL_DISPATCH_FAILED: ['PENDING', 'PENDING_AUTHORIZATION', ...ENDS],
  SUCCESS: ['REVERSED'],
  FAILED: ['SUCCESS', 'REVERSED'],
  EXPIRED: ['SUCCESS', 'REVERSED'],
  CANCELLED: ['SUCCESS', 'REVERSED'],
  REFUSED: ['SUCCESS', 'REVERSED'],
  REVERSED: [],
};

/** How the OTP stands, while the gateway waits for one. */
export interface Authorization {
  readonly since: string;
  /** Incorrect OTPs so far. */
  readonly attempts: number;
  readonly resentAt?: string;
  /** The merchant cancelled it: the OTP is withheld, and the transfer expires at the gateway. */
  readonly withheld?: true;
  /** An OTP was submitted: until it is known what became of it, no other is. */
  readonly unresolvedSince?: string;
  /** Its reply was lost: reads since then that show the transfer still waiting for it. */
  readonly waitingSeen?: number;
}

/** The whole transfer: what queries return, webhooks carry, and a finished run returns. */
export interface TransferSnapshot extends LifecycleSnapshot<TransferState>, ApprovalPart {
  readonly lifecycle: 'transfer';
  readonly terms: TransferTerms;
  /** It was not created here; an event of the gateway reported it. */
  readonly unexpected?: true;
  readonly name?: NameCheck;
  /** Holds that the request or an operator released. */
  readonly released?: readonly Hold[];
  /** The gateway refused it as a twin of another transfer at this time. */
  readonly twinSeenAt?: string;
  /** When it was sent, as far as Oware knows. */
  readonly sentAt?: string;
  /** Since when the gateway has to report an outcome. */
  readonly pendingSince?: string;
  readonly authorization?: Authorization;
  /** The gateway's own reference. */
  readonly transactionReference?: string;
  readonly feeKobo?: Kobo;
  /** The NIP session id, by which banks find the transfer. */
  readonly sessionId?: string;
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

/** The gateway refuses an equal payment to the same account for this long. */
export const DUPLICATE_GUARD_MS = 120_000;

export function isAuthorising(state: TransferState): boolean {
  return AUTHORISING.some((each) => each === state);
}

export function isEnded(state: TransferState): boolean {
  return ENDS.some((each) => each === state);
}

/** Whether nothing more is expected; a failure is read a second time before it counts. */
export function isOver({ state, failedTwice, concluded }: TransferSnapshot): boolean {
  if (state === 'FAILED') return failedTwice === true || concluded === true;
  return isEnded(state);
}
