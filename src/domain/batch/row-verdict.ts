import type { Kobo } from '../money.js';
import type { FoundRecord, RecordShows } from '../payout/record.js';
import { judge } from '../transfer/verdict.js';
import type { RowState } from './part-row.js';
import type { BatchRow } from './row.js';

/** The fields of the gateway's record of a row that decide anything. */
export interface RowRecord {
  readonly n: number;
  readonly status: string;
  readonly amount: Kobo;
  readonly description?: string;
  readonly transactionReference?: string;
  readonly fee?: Kobo;
  readonly account?: string;
  readonly bank?: string;
}

const WAITS_FOR_OTP = 'PENDING_BATCH_AUTHORIZATION';

/** What the record of one row shows, by the rules for transfers. */
export function judgeRow(row: BatchRow, record: RowRecord): RecordShows {
  const { bankCode, accountNumber, accountName, amountKobo, narration } = row;
  const destination = { bankCode, accountNumber, accountName };
  const terms = { reference: `${row.n}`, amountKobo, currency: 'NGN', destination, narration } as const;
  const isWaiting = record.status === WAITS_FOR_OTP;
  return judge(terms, {
    reference: `${row.n}`,
    amount: record.amount,
    status: isWaiting ? 'PENDING_AUTHORIZATION' : record.status,
    transactionDescription: record.description,
    destinationAccountNumber: record.account,
    destinationBankCode: record.bank,
  });
}

/**
 * What the records of rows show of the request that sent them: that the gateway has it, and whether it waits for its OTP. Rows that
 * failed before that, such as those of an unknown account, do not keep the others from it. `isOurs`: it is known to be ours.
 * `others`: the states of further rows, which are there and have ended.
 */
export function requestShownBy(
  shown: readonly RecordShows[],
  { isOurs, others }: { readonly isOurs: boolean; readonly others: readonly RowState[] },
): RecordShows | undefined {
  const [first] = shown;
  const hasOthers = others.length > 0;
  const ours = shown.filter(({ shows }) => shows !== 'odd');
  // one row of ours shows that the batch is ours: each doubtful one has an item of its own
  if (first?.shows === 'odd' && ours.length === 0 && !hasOthers && !isOurs)
    return { ...first, isForeign: true };
  if (shown.length === 0 && !hasOthers) return undefined;
  const isAwaiting = ours.some(waits) && ours.every((each) => waits(each) || hasEnded(each, 'FAILED'));
  if (isAwaiting && others.every((state) => state === 'FAILED')) {
    return { shows: 'authorising', word: 'PENDING_AUTHORIZATION', observed: 'the gateway wants an OTP' };
  }
  if (!hasOthers && ours.length > 0 && ours.every((each) => hasEnded(each, 'EXPIRED'))) {
    return { shows: 'end', word: 'EXPIRED', observed: 'it was not authorised in time' };
  }
  return { shows: 'pending', word: 'PENDING', observed: 'sent to the gateway' };
}

const waits = ({ shows }: RecordShows) => shows === 'authorising';
const hasEnded = (each: RecordShows, word: 'EXPIRED' | 'FAILED') =>
  each.shows === 'end' && each.word === word;

/**
 * Whether a row that is missing will no longer appear, as far as the other rows show: the gateway has answered for each of them, and
 * all have ended. One without an answer may be the one that the gateway has not, and not the one that is missing.
 */
export function areOthersOver({
  shows,
  isAnswered,
  isShort,
}: {
  readonly shows: readonly FoundRecord['shows'][];
  readonly isAnswered: boolean;
  /** The listing counts more rows than it shows. */
  readonly isShort: boolean;
}): boolean {
  if (!isAnswered || isShort || shows.length === 0) return false;
  return shows.every((each) => each === 'end' || each === 'money' || each === 'return');
}
