import type { Resolution, ReviewItem } from '../lifecycle/review.js';
import { ZERO } from '../money.js';
import { decisionsOn } from '../movement/evidence.js';
import { recordComesFirst, refundIsUnderWay, refundsUnderWay } from '../refund/texts.js';
import type { Decision } from '../movement/pieces.js';
import { standingOf } from '../movement/standing.js';
import { openRefundOf } from './facts.js';
import { factBehind } from './items.js';
import {
  findTransaction,
  type Order,
  type OrderTransaction,
  wasPaid,
  withPiece,
  type Word,
} from './order.js';
import { isTakenBackPerhaps } from './state.js';
import { mayGoBackOf, withWord } from './words.js';

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

/**
 * Why the money of an item cannot be accepted now: what may have gone back is not. A refund may have been asked for while the
 * money was unexpected for another reason.
 */
export function whyNotAccept(order: Order, item: Item): string | undefined {
  const fact = factBehind(order, item);
  const transaction = findTransaction(order.transactions, fact?.transactionReference);
  if (!fact || !transaction) return undefined;
  const mayGoBack = mayGoBackOf(order, transaction);
  if (mayGoBack > ZERO) {
    const refund = openRefundOf(order, transaction.transactionReference);
    return refund ? refundIsUnderWay(refund.refundReference) : refundsUnderWay(mayGoBack);
  }
  return isTakenBackPerhaps(transaction) ? recordComesFirst(transaction.record?.observed) : undefined;
}

/**
 * Why it is neither cancelled nor concluded now: a person must say first what a lost run had shown, or the gateway what else was paid.
 */
export function whyLostMoney({ lostMoney, unread, transactions }: Order): string | undefined {
  if (lostMoney) return 'a run that was lost had shown a payment; decide on that first';
  if (!unread || !transactions.some(wasPaid)) return undefined;
  return 'it was paid, and after a run that was lost the gateway has not answered for all of its transactions yet';
}

/** Why a person cannot conclude now that nothing was paid: something speaks of money, and is decided by itself. */
export function whyNotConclude(order: Order): string | undefined {
  const why = whyLostMoney(order);
  if (why !== undefined) return why;
  const { transactions } = order;
  const doubtful = transactions.find(({ movement }) => standingOf(movement).name === 'doubtful');
  if (!doubtful) return undefined;
  return `what was reported of ${doubtful.transactionReference} may be money; it must be read, or decided, first`;
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
