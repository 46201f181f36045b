import { type CashPayment, cashRecord } from '../collection/cash.js';
import type { CollectionState, Paid } from '../collection/collection.js';
import { judge, type Known } from '../collection/verdict.js';
import type { ReviewItem } from '../lifecycle/review.js';
import { ZERO } from '../money.js';
import { CONFIRM_MS } from '../movement/evidence.js';
import { factsOf } from './facts.js';
import { HELD } from './items.js';
import { hasMoney, newTransaction, type Order, type OrderEnd, type OrderTransaction } from './order.js';
import { isAnswer, withCash, withReading, withRefunds } from './reading.js';
import { withWord } from './words.js';

/** What a closed run of an earlier version kept of an order: verdicts, and not what they came from. */
export interface EarlierOrder {
  readonly lifecycle: string;
  readonly terms: Order['terms'];
  readonly state: CollectionState;
  readonly epoch: string;
  readonly transitions: readonly { readonly to: string; readonly reason: string }[];
  readonly review: readonly ReviewItem[];
  readonly transactions?: readonly EarlierTransaction[];
  readonly transactionReference?: string;
  readonly known?: Known;
  readonly cash?: readonly CashPayment[];
  readonly refunded?: readonly {
    readonly transactionReference: string;
    readonly refundedKobo: typeof ZERO;
  }[];
  readonly paid?: Paid;
  readonly underpaid?: true;
  readonly late?: true;
}

interface EarlierTransaction {
  readonly transactionReference: string;
  readonly known?: Known;
}

const KINDS = ['checkout', 'invoice', 'charge'];
const ENDS: readonly string[] = ['EXPIRED', 'FAILED', 'CANCELLED', 'REFUSED'] satisfies readonly OrderEnd[];

/** A snapshot as it is kept today; one of an earlier version gets what was known as evidence. */
export function withOrderEvidence<Snapshot extends { readonly lifecycle: string }>(
  snapshot: Snapshot,
): Snapshot {
  if (!KINDS.includes(snapshot.lifecycle)) return snapshot;
  const earlier = snapshot as unknown as EarlierOrder;
  const isToday = earlier.transactions?.every((each) => 'movement' in each) === true;
  return isToday ? snapshot : { ...snapshot, ...fromEarlierVersion(earlier) };
}

/**
 * What was known, as evidence: a verdict is one reading, a return is two. What had no item was decided: it stays decided. Nothing of it is fresh.
 */
export function fromEarlierVersion(earlier: EarlierOrder): Omit<Order, 'terms'> {
  const { terms, transitions, epoch, underpaid, late, paid, review } = earlier;
  const at = Date.parse(epoch);
  const own =
    earlier.transactionReference === undefined
      ? []
      : [
          {
            transactionReference: earlier.transactionReference,
            ...(earlier.known && { known: earlier.known }),
          },
        ];
  const given = earlier.transactions ?? own;
  const main = paid?.transactionReference;
  const transactions = [
    ...(earlier.cash ?? []).map((cash) => asCash(terms, cash, at)),
    ...given.map(({ known, ...each }) => asTransaction(earlier, each, known)),
  ].map((each) => ({
    ...withArrival(each, at),
    ...(late && each.transactionReference === main && { isLate: true as const }),
  }));
  const ended = transitions.find(({ to }) => ENDS.includes(to));
  const order: Order = {
    terms,
    transactions,
    ...(main !== undefined && { main }),
    ...(ended && { end: { to: ended.to as OrderEnd, reason: ended.reason } }),
    ...(underpaid && { isAnswered: true }),
    ...(earlier.lifecycle === 'charge' && { hasNoWindow: true }),
  };
  const isOpen = (kind: string) => review.some((item) => item.kind === kind);
  const words = factsOf(order)
    .filter(({ kind }) => !isOpen(HELD[kind]))
    .reduce<Order['words']>(
      (all, { kind, transactionReference, amountKobo }) =>
        withWord(all, { kind, transactionReference, amountKobo, says: 'accept' }),
      undefined,
    );
  return { ...order, ...(words && { words }) };
}

/** When its money arrived, or that all of it has gone back. */
function withArrival(transaction: OrderTransaction, at: number): OrderTransaction {
  const { proven, returned } = transaction.movement;
  if (hasMoney(transaction)) return { ...transaction, moneyAt: at };
  if (proven === ZERO && returned === ZERO) return transaction;
  return { ...transaction, wentBack: true, ...(proven > ZERO && { gone: proven }) };
}

const TOLERANCE = { feeCeilingKobo: Number.MAX_SAFE_INTEGER as typeof ZERO };

function asCash(terms: Order['terms'], cash: CashPayment, at: number): OrderTransaction {
  const empty = { ...newTransaction(cash.transactionReference, terms.amountKobo), isOffline: true as const };
  const reading = judge(terms, cashRecord(cash));
  return isAnswer(reading) ? withCash(empty, reading, { at, terms, tolerance: TOLERANCE }) : empty;
}

function asTransaction(
  { terms, epoch, refunded = [] }: EarlierOrder,
  each: { readonly transactionReference: string },
  known: Known | undefined,
): OrderTransaction {
  const at = Date.parse(epoch);
  const empty = { ...each, ...newTransaction(each.transactionReference, terms.amountKobo) };
  const read = (transaction: OrderTransaction, reading: Known, when: number) =>
    withReading(transaction, reading, {
      span: { askedAt: when, answeredAt: when },
      terms,
      tolerance: TOLERANCE,
    });
  if (!known) return empty;
  const back = refunded.find(
    ({ transactionReference }) => transactionReference === each.transactionReference,
  );
  const isOurs = back !== undefined && known.kind === 'returned';
  if (known.kind === 'returned' && !isOurs) return read(read(empty, known, at), known, at + CONFIRM_MS);
  const money: Known =
    known.kind === 'returned'
      ? { kind: 'money', paid: known.paid, payableKobo: known.paid.amountKobo }
      : known;
  const shown = read(empty, money, at);
  if (!back) return shown;
  const { refundedKobo: sum } = back;
  return withRefunds(shown, { least: sum, most: sum, order: [0, 0, sum] }, at);
}
