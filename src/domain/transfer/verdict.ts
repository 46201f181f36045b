import { isOurOwn } from '../lifecycle/adoption.js';
import { doubt, type Unread } from '../lifecycle/reading.js';
import { type Kobo, showNaira } from '../money.js';
import type { TransferState, TransferTerms } from './transfer.js';

/** The fields of the gateway's record, and of its reply to a transfer, that decide anything. */
export interface TransferRecord {
  readonly reference: string;
  readonly amount: Kobo;
  readonly status: string;
  readonly transactionDescription?: string | null | undefined;
  readonly transactionReference?: string | null | undefined;
  readonly fee?: Kobo | null | undefined;
  readonly currency?: string | null | undefined;
  readonly createdOn?: string | null | undefined;
  readonly destinationBankCode?: string | null | undefined;
  readonly destinationAccountNumber?: string | null | undefined;
}

/** What one record proves. */
export type TransferReading =
  | { readonly kind: 'end'; readonly to: TransferEnd; readonly observed: string }
  /** The gateway waits for the OTP. */
  | { readonly kind: 'authorization'; readonly to: AuthorizationState; readonly observed: string }
  | { readonly kind: 'pending'; readonly observed: string }
  | Unread;

export type TransferEnd = 'SUCCESS' | 'FAILED' | 'EXPIRED' | 'REVERSED';
export type AuthorizationState = Extract<
  TransferState,
  'PENDING_AUTHORIZATION' | 'OTP_EMAIL_DISPATCH_FAILED'
>;

const ENDS: Readonly<Record<string, TransferEnd>> = {
  SUCCESS: 'SUCCESS',
  COMPLETED: 'SUCCESS',
  FAILED: 'FAILED',
  EXPIRED: 'EXPIRED',
  REVERSED: 'REVERSED',
};

const AUTHORIZATION: Readonly<Record<string, AuthorizationState>> = {
  PENDING_AUTHORIZATION: 'PENDING_AUTHORIZATION',
  OTP_EMAIL_DISPATCH_FAILED: 'OTP_EMAIL_DISPATCH_FAILED',
};

/** Descriptions with which FAILED is no proof: the bank may still pay it, so its status is read again. */
const UNDECIDED =
  /timed? ?out|delayed processing|bank (?:is )?not available|invalid session id|invalid response code|malfunction|unable to complete|in progress/i;

/**
 * Reads one record. A record of another transfer under our reference is never believed; a word that Oware does not know
 * means that the transfer is under way.
 */
export function judge(terms: TransferTerms, record: TransferRecord): TransferReading {
  const mismatch = mismatchIn(terms, record);
  if (mismatch !== undefined) return doubt('identity-mismatch', mismatch, terms.amountKobo);
  const { status, transactionDescription } = record;
  const observed = `the gateway reports ${status}${transactionDescription ? `: ${transactionDescription}` : ''}`;
  const authorization = AUTHORIZATION[status];
  if (authorization) return { kind: 'authorization', to: authorization, observed };
  const to = ENDS[status];
  if (!to || (to === 'FAILED' && isUndecided(transactionDescription))) return { kind: 'pending', observed };
  return { kind: 'end', to, observed };
}

export function isUndecided(description: string | null | undefined): boolean {
  return description != null && UNDECIDED.test(description);
}

function mismatchIn(
  { amountKobo, currency, destination }: TransferTerms,
  record: TransferRecord,
): string | undefined {
  const { amount, destinationAccountNumber: account, destinationBankCode: bank } = record;
  if (amount !== amountKobo)
    return `the record is about ${showNaira(amount)}, asked ${showNaira(amountKobo)}`;
  if (record.currency && record.currency !== currency) return `the record is in ${record.currency}`;
  if (account && account !== destination.accountNumber) return 'the record names another account';
  if (bank && bank !== destination.bankCode) return 'the record names another bank';
  return undefined;
}

/** Whether a record under our reference is the requested transfer, or a foreign one. */
export function isOurs(terms: TransferTerms, record: TransferRecord, attemptAt: number): boolean {
  return (
    mismatchIn(terms, record) === undefined && isOurOwn(attemptAt, { createdOn: record.createdOn, pairs: [] })
  );
}

/** How much a state says: a claim of an event ends when a record says at least as much. */
const LEVELS: Readonly<Partial<Record<TransferState, number>>> = {
  PENDING_AUTHORIZATION: 1,
  OTP_EMAIL_DISPATCH_FAILED: 1,
  PENDING: 2,
  FAILED: 3,
  EXPIRED: 3,
  SUCCESS: 4,
  REVERSED: 5,
};

/** The level that a reading shows; undefined when it shows nothing. */
export function levelShown(reading: TransferReading): number | undefined {
  switch (reading.kind) {
    case 'end':
    case 'authorization':
      return LEVELS[reading.to];
    case 'pending':
      return LEVELS.PENDING;
    case 'absent':
      return 0;
    default:
      return undefined;
  }
}

/** The level that Oware has proof of; what was never sent has none. */
export function levelKnown(state: TransferState, isSent: boolean): number {
  return isSent ? (LEVELS[state] ?? 0) : 0;
}

/** The level that an event claims. */
export function levelClaimed(status: string | undefined): number {
  const to = ENDS[status ?? ''];
  return (to && LEVELS[to]) ?? 2;
}
