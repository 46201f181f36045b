import type { Transitions } from '../lifecycle/transitions.js';
import type { Currency, Kobo } from '../money.js';
import type { PayoutState } from '../payout/payout.js';
import type { SinglePayoutSnapshot } from '../payout/single-payout.js';
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

export type TransferState = PayoutState;

const ALL: readonly TransferState[] = [
  'PENDING',
  'SCHEDULED',
  'WAITING_FOR_APPROVAL',
  'WAITING_FOR_FUNDS',
  'PAUSED',
  'PENDING_AUTHORIZATION',
  'OTP_EMAIL_DISPATCH_FAILED',
  'SUCCESS',
  'FAILED',
  'EXPIRED',
  'REVERSED',
  'CANCELLED',
  'REFUSED',
];

/** Any may follow any: the state derives from what is known. */
export const TRANSFER_TRANSITIONS: Transitions<TransferState> = {
  PENDING: ALL,
  SCHEDULED: ALL,
  WAITING_FOR_APPROVAL: ALL,
  WAITING_FOR_FUNDS: ALL,
  PAUSED: ALL,
  PENDING_AUTHORIZATION: ALL,
  OTP_EMAIL_DISPATCH_FAILED: ALL,
  SUCCESS: ALL,
  FAILED: ALL,
  EXPIRED: ALL,
  REVERSED: ALL,
  CANCELLED: ALL,
  REFUSED: ALL,
};

/** How the OTP stands, while the gateway waits for one. */
export interface Authorization {
  readonly since: string;
  /** Incorrect OTPs so far. */
  readonly attempts: number;
  readonly resentAt?: string;
}

/** The whole transfer: what queries return, webhooks carry, and a finished run returns. */
export interface TransferSnapshot extends SinglePayoutSnapshot {
  readonly lifecycle: 'transfer';
  readonly terms: TransferTerms;
  /** It was not created here; an event of the gateway reported it. */
  readonly unexpected?: true;
  readonly name?: NameCheck;
  /** The bank does not know the account. */
  readonly unknownAccount?: string;
  /** The gateway refused it as equal to another transfer: the sentence about that one. */
  readonly lookAlike?: string;
  readonly authorization?: Authorization;
  readonly feeKobo?: Kobo;
  /** The NIP session id, by which banks find the transfer. */
  readonly sessionId?: string;
}

/** The gateway refuses an equal payment to the same account for this long. */
export const DUPLICATE_GUARD_MS = 120_000;
