import { mayStemFrom } from '../lifecycle/adoption.js';
import { type Kobo, showNaira } from '../money.js';
import { foreign, type RecordShows, tooOld } from '../payout/record.js';
import { isUndecided } from '../transfer/verdict.js';
import type { RefundTerms } from './refund.js';

type Maybe<Value> = Value | null | undefined;

/** The fields of the gateway's refund record, and of its reply to a refund, that decide anything. */
export interface RefundRecord {
  readonly refundReference: string;
  readonly transactionReference: string;
  readonly refundAmount: Kobo;
  readonly refundStatus: string;
  readonly comment?: Maybe<string>;
  readonly createdOn?: Maybe<string>;
  readonly refundReason?: Maybe<string>;
  readonly customerNote?: Maybe<string>;
  readonly destinationAccountNumber?: Maybe<string>;
  readonly destinationAccountBankCode?: Maybe<string>;
}

/** What one refund must agree with its record in. */
export interface AskedRefund {
  readonly transactionReference: string;
  readonly terms: Pick<RefundTerms, 'amountKobo' | 'destination'>;
  /** The first moment at which ours may have been sent. */
  readonly since?: number | undefined;
}

/**
 * What a record shows. A record of another refund under our reference is never believed; a word that Oware does not know means
 * that the refund is under way.
 */
export function judge(asked: AskedRefund, record: RefundRecord): RecordShows {
  const { refundReference, transactionReference: of, refundAmount: amount, createdOn, comment } = record;
  const { refundStatus: status } = record;
  const mismatch = mismatchIn(asked, record);
  if (mismatch !== undefined) {
    const made = `created ${createdOn ?? 'at an unknown time'}`;
    return foreign(`refund ${refundReference} of ${of}, ${status}, ${made}`, mismatch, amount);
  }
  if (!mayStemFrom(asked.since ?? -Infinity, createdOn)) return tooOld(createdOn, amount);
  const observed = `the gateway reports ${status}${comment ? `: ${comment}` : ''}`;
  if (status === COMPLETED) return { shows: 'money', word: 'SUCCESS', observed, amount };
  // banks correct some failures: with such a comment it is still under way
  if (status === 'FAILED' && !isUndecided(comment)) return { shows: 'end', word: 'FAILED', observed };
  return { shows: 'pending', word: 'PENDING', observed };
}

const COMPLETED = 'COMPLETED';

/** Whether a signed event, or a row of a list, claims that money went back; anything else is a reason to read. */
export const claimsMoney = (status: string | undefined) => status === COMPLETED;

/** Whether a row of the gateway's list says that no money went back. */
export const isListedAsFailed = ({ refundStatus }: Pick<RefundRecord, 'refundStatus'>) =>
  refundStatus === 'FAILED';

/** Where the record differs from the refund that was asked for; a missing field disproves nothing. */
function mismatchIn({ transactionReference, terms }: AskedRefund, record: RefundRecord): string | undefined {
  const { amountKobo, destination } = terms;
  const { destinationAccountNumber: account, destinationAccountBankCode: bank } = record;
  if (record.transactionReference !== transactionReference)
    return `the record is a refund of ${record.transactionReference}`;
  if (record.refundAmount !== amountKobo) {
    return `the record is about ${showNaira(record.refundAmount)}, asked ${showNaira(amountKobo)}`;
  }
  if (destination && account && account !== destination.accountNumber)
    return 'the record names another account';
  if (destination && bank && bank !== destination.bankCode) return 'the record names another bank';
  return undefined;
}
