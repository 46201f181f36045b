import type { UnexpectedMoney } from '../collection/policy.js';
import { ZERO } from '../money.js';
import { countedOf, type Order, type OrderTransaction, type Word } from './order.js';

/** Words that one order keeps. An item whose word was forgotten comes back: that is safe. */
const WORDS_KEPT = 100;

type Money = Pick<Word, 'kind' | 'transactionReference' | 'amountKobo'>;

export const isSameMoney = (one: Money, other: Money) =>
  one.kind === other.kind &&
  one.transactionReference === other.transactionReference &&
  one.amountKobo === other.amountKobo;

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

/** Whether it may fulfil the order: enough, and in time, or accepted as it is. */
export function isGood(order: Order, transaction: OrderTransaction): boolean {
  const isEnough = covers(order, transaction) || isAccepted(order, 'underpaid', transaction);
  return isEnough && (!transaction.isLate || isAccepted(order, 'late', transaction));
}
