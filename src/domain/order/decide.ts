import type { Resolution, ReviewItem } from '../lifecycle/review.js';
import { decisionsOn } from '../movement/evidence.js';
import type { Decision } from '../movement/pieces.js';
import { openRefundOf } from './facts.js';
import { factBehind } from './items.js';
import { type Order, type OrderTransaction, withPiece, type Word } from './order.js';
import { withWord } from './words.js';

type Item = Pick<ReviewItem, 'kind' | 'key' | 'money'>;

/** The words after a decision on unexpected money; undefined when the item is about something else. */
export function decideOnMoney(
  order: Order,
  item: Item,
  decision: Resolution['decision'],
): readonly Word[] | undefined {
  const fact = factBehind(order, item);
  if (!fact || (decision !== 'accept' && decision !== 'dismiss')) return undefined;
  const { kind, transactionReference, amountKobo } = fact;
  const says = decision === 'accept' ? 'accept' : 'dismissed';
  return withWord(order.words, { kind, transactionReference, amountKobo, says });
}

/** The refund that is under way for the money of an item: what may have gone back is not accepted. */
export function refundUnderWay(order: Order, item: Item): string | undefined {
  const fact = factBehind(order, item);
  return fact && openRefundOf(order, fact.kind, fact.transactionReference)?.refundReference;
}

/** What a decision says about the records of a transaction; undefined when it says nothing about them. */
export function saysOf(
  { movement }: OrderTransaction,
  decision: Resolution['decision'],
): Decision['says'] | undefined {
  switch (decision) {
    case 'happened':
    case 'did-not-happen':
    case 'accept':
    case 'dismiss':
      // what no record has shown either happened or did not
      if (movement.hasShown) return 'seen';
      return decision === 'happened' || decision === 'accept' ? 'happened' : 'did-not-happen';
    default:
      return undefined;
  }
}

/** What may be decided on the records of a transaction. */
export const mayDecide = (transaction: OrderTransaction, decision: Resolution['decision']): boolean => {
  const says = saysOf(transaction, decision);
  return says !== undefined && decisionsOn(transaction.movement).includes(says);
};

/** The transaction after a decision on its records; undefined when nothing follows from it. */
export function decideOnRecords<Of extends OrderTransaction>(
  transaction: Of,
  decision: Resolution['decision'],
  { at, amount }: { readonly at: number; readonly amount?: NonNullable<Decision['amount']> | undefined },
): Of | undefined {
  const says = saysOf(transaction, decision);
  if (says === undefined) return undefined;
  const { changes: saw } = transaction.movement;
  return withPiece(
    transaction,
    { kind: 'decision', says, saw, at, ...(amount !== undefined && { amount }) },
    at,
  );
}
