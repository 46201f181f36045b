import type { UnexpectedMoney } from '../collection/policy.js';
import { type Kobo, totalOf, ZERO } from '../money.js';
import { highestOf } from '../movement/amounts.js';
import { countedOf, leftOf, type Order, type OrderTransaction, underWayOf, type Word } from './order.js';

/** Words that one order keeps. An item whose word was forgotten comes back: that is safe. */
const WORDS_KEPT = 100;

type Money = Pick<Word, 'kind' | 'transactionReference' | 'amountKobo'>;

export const isSameMoney = (one: Money, other: Money) =>
  one.kind === other.kind &&
  one.transactionReference === other.transactionReference &&
  one.amountKobo === other.amountKobo;

/** One money by name: other money, also more on the same transaction, has another. */
export const nameOf = ({ transactionReference, amountKobo }: Omit<Money, 'kind'>) =>
  `${transactionReference}:${amountKobo}`;

export const wordOn = ({ words = [] }: Pick<Order, 'words'>, money: Money): Word | undefined =>
  words.find((word) => isSameMoney(word, money));

/** The last word on this money replaces the one before. */
export function withWord(words: readonly Word[] = [], word: Word): readonly Word[] {
  return [...words.filter((each) => !isSameMoney(each, word)), word].slice(-WORDS_KEPT);
}

export const moneyIn = (kind: UnexpectedMoney, transaction: OrderTransaction): Money => ({
  kind,
  transactionReference: transaction.transactionReference,
  amountKobo: countedOf(transaction),
});

export const isAccepted = (order: Order, kind: UnexpectedMoney, transaction: OrderTransaction) =>
  wordOn(order, moneyIn(kind, transaction))?.says === 'accept';

export const covers = ({ terms }: Order, transaction: OrderTransaction) =>
  countedOf(transaction) >= terms.amountKobo && countedOf(transaction) > ZERO;

/** What policies asked back of it and has not ended: its refunds may not know of that yet. */
function askedBackOf({ policyRefunds = [] }: Order, { transactionReference }: OrderTransaction): Kobo {
  const open = policyRefunds.filter(
    (each) => each.state === undefined && each.transactionReference === transactionReference,
  );
  return totalOf(...open.map(({ amountKobo }) => amountKobo));
}

/** What may still go back of it by refunds of ours. */
export const mayGoBackOf = (order: Order, transaction: OrderTransaction): Kobo =>
  highestOf(askedBackOf(order, transaction), underWayOf(transaction));

/** Refunds of it that have not ended take all that is left: it is on its way back. */
export function isLeaving(order: Order, transaction: OrderTransaction): boolean {
  const asked = askedBackOf(order, transaction);
  return transaction.isLeaving === true || (asked > ZERO && asked >= leftOf(transaction));
}

/**
 * Whether it may fulfil the order: proven, enough, and in time, or accepted as it is, and neither gone nor on its way back, as far
 * as is known. What a person only concluded proves no money.
 */
export function isGood(order: Order, transaction: OrderTransaction): boolean {
  const { movement, mayBeGone } = transaction;
  if (movement.decided || mayBeGone || isLeaving(order, transaction)) return false;
  const isEnough = covers(order, transaction) || isAccepted(order, 'underpaid', transaction);
  return isEnough && (!transaction.isLate || isAccepted(order, 'late', transaction));
}
