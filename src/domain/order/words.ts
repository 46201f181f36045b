import type { UnexpectedMoney } from '../collection/policy.js';
import { totalOf, ZERO } from '../money.js';
import { countedOf, leftOf, type Order, type OrderTransaction, type Word } from './order.js';

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

/** Refunds of it that policies asked for and that have not ended take all that is left: it is on its way back. */
export function isLeaving({ policyRefunds = [] }: Order, transaction: OrderTransaction): boolean {
  const underWay = policyRefunds.filter(
    ({ transactionReference, state }) =>
      state === undefined && transactionReference === transaction.transactionReference,
  );
  return (
    underWay.length > 0 && totalOf(...underWay.map(({ amountKobo }) => amountKobo)) >= leftOf(transaction)
  );
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
