import type { RefundEndedEvent } from '../lifecycle/events/refund-ended.js';
import { afterEnd } from '../refund/by-policy.js';
import { findTransaction, type Order, type Word } from './order.js';
import { withRefunds } from './reading.js';

type Ended = Pick<
  RefundEndedEvent,
  'refundReference' | 'transactionReference' | 'refundedKobo' | 'mostKobo' | 'order' | 'state' | 'reason'
>;

/**
 * What an order knows after a refund of one of its payments ended; undefined when it has no such payment. The refunds of the
 * transaction have read the gateway's record: it is a fact. Where it ended without money, the item of the money says so.
 */
export function afterRefund(order: Order, ended: Ended, now: number): Partial<Order> | undefined {
  const { refundReference, transactionReference, state } = ended;
  if (!findTransaction(order.transactions, transactionReference)) return undefined;
  const policyRefunds = afterEnd(order.policyRefunds, refundReference, state);
  return {
    ...(policyRefunds && { policyRefunds }),
    ...withMoneyBack(order, ended, now),
    ...(state !== 'COMPLETED' && withNote(order, ended)),
  };
}

function withMoneyBack({ transactions }: Order, ended: Ended, now: number): Pick<Order, 'transactions'> {
  const { transactionReference, refundedKobo: least, mostKobo: most = least } = ended;
  // a report of an earlier version has no order: the highest sum counts
  const [epoch, sequence] = ended.order ?? [0, least];
  return {
    transactions: transactions.map((each) =>
      each.transactionReference === transactionReference
        ? withRefunds(each, { least, most, order: [0, epoch, sequence] }, now)
        : each,
    ),
  };
}

function withNote(
  { words, policyRefunds = [] }: Order,
  { refundReference, transactionReference, state, reason }: Ended,
): Pick<Order, 'words'> {
  const cause = policyRefunds.find((each) => each.refundReference === refundReference)?.cause;
  // who dismissed it saw that its refund was under way
  const isIts = ({ kind, says, ...word }: Word) =>
    kind === cause &&
    word.transactionReference === transactionReference &&
    (says === 'refund' || says === 'dismissed');
  const note = `refund ${refundReference} is ${state}: ${reason}`;
  return words
    ? { words: words.map((word) => (isIts(word) ? { ...word, says: 'refund', note } : word)) }
    : {};
}
