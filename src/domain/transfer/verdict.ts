import { mayStemFrom } from '../lifecycle/adoption.js';
import { type Kobo, showNaira } from '../money.js';
import { foreign, type RecordShows, tooOld } from '../payout/record.js';
import type { TransferTerms } from './transfer.js';

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

const AUTHORISING = ['PENDING_AUTHORIZATION', 'OTP_EMAIL_DISPATCH_FAILED'] as const;
const MONEY = ['SUCCESS', 'COMPLETED'];
const ENDS = ['FAILED', 'EXPIRED'] as const;

/** Descriptions with which FAILED is no proof: the bank may still pay it, so its status is read again. */
const UNDECIDED =
  /timed? ?out|delayed processing|bank (?:is )?not available|invalid session id|invalid response code|malfunction|unable to complete|in progress/i;

/**
 * What a record shows. A record of another transfer under our reference is never believed; a word that Oware does not know
 * means that the transfer is under way. `since`: the first moment at which ours may have been sent.
 */
export function judge(terms: TransferTerms, record: TransferRecord, since = -Infinity): RecordShows {
  const { amount, status, transactionDescription, createdOn } = record;
  const mismatch = mismatchIn(terms, record);
  if (mismatch !== undefined) return foreign(`transfer ${terms.reference}, ${status}`, mismatch, amount);
  if (!mayStemFrom(since, createdOn)) return tooOld(createdOn, amount);
  const observed = `the gateway reports ${status}${transactionDescription ? `: ${transactionDescription}` : ''}`;
  const authorising = AUTHORISING.find((each) => each === status);
  if (authorising) return { shows: 'authorising', word: authorising, observed };
  if (MONEY.includes(status)) return { shows: 'money', word: 'SUCCESS', observed, amount };
  if (status === 'REVERSED') return { shows: 'return', word: 'REVERSED', observed, amount };
  const end = ENDS.find((each) => each === status);
  if (!end || (end === 'FAILED' && isUndecided(transactionDescription))) {
    return { shows: 'pending', word: 'PENDING', observed };
  }
  return { shows: 'end', word: end, observed };
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

/** What a signed event claims: money, its return, or nothing but a reason to read. */
export function claimOf(status: string | undefined): 'money' | 'return' | undefined {
  if (status !== undefined && MONEY.includes(status)) return 'money';
  return status === 'REVERSED' ? 'return' : undefined;
}
