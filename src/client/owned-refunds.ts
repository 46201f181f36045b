import {
  chooseTransaction,
  type RefundableTransaction,
  remainderOf,
} from '../domain/collection/refundable.js';
import { toNaira } from '../domain/money.js';
import type { RefundsSnapshot, RefundTerms } from '../domain/refund/refund.js';
import { toRefund } from '../domain/refund/view.js';
import { invalid } from '../requests/parse.js';
import { Problem } from '../requests/problem.js';
import type { OwareClient } from './client.js';
import { RefusedError } from './errors.js';

type Refunds = Pick<OwareClient, 'refunds' | 'readRefunds'>;

/** What to refund of a checkout, an invoice or a charge. */
export interface OwnedRefund {
  /** Its transactions that money arrived on. */
  readonly transactions: readonly RefundableTransaction[];
  /** The one that the request names. */
  readonly named: string | undefined;
  readonly terms: RefundTerms;
  readonly noun: string;
}

/** The transaction to refund: the named one, or the only one with enough money left. */
export async function transactionToRefund(
  oware: Refunds,
  { transactions, named, terms, noun }: OwnedRefund,
): Promise<string> {
  if (named === undefined) return findTransaction(oware, transactions, terms);
  if (transactions.some(({ transactionReference }) => transactionReference === named)) return named;
  throw invalid([{ field: 'transactionReference', message: `must be a paid transaction of this ${noun}` }]);
}

/** A repeat finds the one that has this refund already. */
async function findTransaction(
  oware: Refunds,
  transactions: readonly RefundableTransaction[],
  { refundReference, amountKobo }: RefundTerms,
): Promise<string> {
  const known = transactions.length > 1 ? await refundsOf(oware, transactions) : [];
  const existing = known.find((snapshot) => toRefund(snapshot, refundReference) !== undefined);
  if (existing) return existing.terms.reference;
  const choice = chooseTransaction(transactions, amountKobo);
  const more = { transactions: transactions.map(toRemainder) };
  switch (choice.kind) {
    case 'one':
      return choice.transactionReference;
    case 'unpaid':
      throw new Problem('not-refundable', 'No money arrived that could be refunded.');
    case 'several':
      throw new Problem(
        'transaction-required',
        'Give the transactionReference: several have enough money.',
        more,
      );
    case 'too-little':
      throw new Problem('refund-exceeds-payment', 'No transaction has enough money left.', more);
  }
}

/** Says what is left of the other transactions, where this one has too little. */
export function withRemainders(error: unknown, transactions: readonly RefundableTransaction[]): unknown {
  const isTooMuch = error instanceof RefusedError && error.reason === 'refund-exceeds-payment';
  if (!isTooMuch || transactions.length < 2) return error;
  return new RefusedError(error.reason, error.message, {
    ...error.more,
    transactions: transactions.map(toRemainder),
  });
}

function toRemainder(transaction: RefundableTransaction) {
  const { transactionReference, paidKobo, refundedKobo } = transaction;
  return {
    transactionReference,
    paid: toNaira(paidKobo),
    refunded: toNaira(refundedKobo),
    remaining: toNaira(remainderOf(transaction)),
  };
}

/** The refunds of each transaction that has any. Those whose run was lost are restored first, and are in progress until then. */
export async function refundsOf(
  { refunds, readRefunds }: Refunds,
  transactions: readonly RefundableTransaction[],
): Promise<readonly RefundsSnapshot[]> {
  const found = transactions.map(async ({ transactionReference }) => {
    const sums = await readRefunds(transactionReference);
    return sums === null ? undefined : refunds.get(transactionReference);
  });
  return (await Promise.all(found)).filter((snapshot) => snapshot !== undefined);
}

/** The refunds of a checkout, an invoice or a charge, as merchants see them. */
export async function listRefunds(oware: Refunds, transactions: readonly RefundableTransaction[]) {
  const all = await refundsOf(oware, transactions);
  return all.flatMap((snapshot) =>
    snapshot.refunds.flatMap(({ terms }) => toRefund(snapshot, terms.refundReference) ?? []),
  );
}
