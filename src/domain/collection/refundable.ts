import { type Kobo, subtract, ZERO } from '../money.js';
import { type CollectionSnapshot, refundedOn } from './collection.js';
import type { Known } from './verdict.js';

/** The money of one transaction, and what went back of it. */
export interface RefundableTransaction {
  readonly transactionReference: string;
  readonly paidKobo: Kobo;
  readonly refundedKobo: Kobo;
}

/** The transactions that money arrived on, also where it went back since. */
export function refundableOf(
  transactions: readonly { readonly transactionReference: string; readonly known?: Known | undefined }[],
  snapshot: Pick<CollectionSnapshot, 'refunded'>,
): readonly RefundableTransaction[] {
  return transactions.flatMap(({ transactionReference, known }) =>
    known === undefined || known.kind === 'end'
      ? []
      : {
          transactionReference,
          paidKobo: known.paid.amountKobo,
          refundedKobo: refundedOn(snapshot, transactionReference),
        },
  );
}

export function remainderOf({ paidKobo, refundedKobo }: RefundableTransaction): Kobo {
  return refundedKobo >= paidKobo ? ZERO : subtract(paidKobo, refundedKobo);
}

/** Which transaction a refund is of, where the request names none. */
export type Choice =
  | { readonly kind: 'one'; readonly transactionReference: string }
  /** Nothing was paid, several have enough, or none of several has. */
  | { readonly kind: 'unpaid' | 'several' | 'too-little' };

export function chooseTransaction(transactions: readonly RefundableTransaction[], amountKobo: Kobo): Choice {
  const [only, ...others] = transactions;
  if (!only) return { kind: 'unpaid' };
  // what is too much for the only one is refused with the list of its refunds
  if (others.length === 0) return { kind: 'one', transactionReference: only.transactionReference };
  const [enough, ...further] = transactions.filter((each) => remainderOf(each) >= amountKobo);
  if (!enough) return { kind: 'too-little' };
  if (further.length > 0) return { kind: 'several' };
  return { kind: 'one', transactionReference: enough.transactionReference };
}
