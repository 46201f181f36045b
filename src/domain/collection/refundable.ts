import { type Kobo, subtract, ZERO } from '../money.js';
import type { OrderTransaction } from '../order/order.js';

/** The money of one transaction, and what went back of it. */
export interface RefundableTransaction {
  readonly transactionReference: string;
  readonly paidKobo: Kobo;
  readonly refundedKobo: Kobo;
}

/** The transactions that money arrived on, also where it went back since. The gateway refunds no cash. */
export function refundableOf(transactions: readonly OrderTransaction[]): readonly RefundableTransaction[] {
  return transactions
    .filter(({ movement, isCash }) => movement.hasShown && !isCash)
    .map(({ transactionReference, movement }) => ({
      transactionReference,
      paidKobo: movement.proven,
      refundedKobo: movement.refunds?.most ?? ZERO,
    }));
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
