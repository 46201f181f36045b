import { toTime } from '../listing.js';
import { hasMoney, leftOf, type Order, type OrderTransaction } from './order.js';
import { refundableOf } from '../movement/standing.js';
import { covers, isGood } from './words.js';

/**
 * The payment that counts. It stays the same while it may fulfil the order: a second payment never takes its place. One
 * that is held gives way to one that is not, and one that only a person concluded to any that a record shows.
 * Of a rebuilt order the one that was paid first counts, once all were read: the lost run had learned of that first, and the merchant
 * of it.
 */
export function chooseMain(order: Order): string | undefined {
  const { transactions, main } = order;
  const all = transactions.filter(hasMoney);
  const shown = all.filter(({ movement }) => movement.decided === undefined);
  const alive = shown.length > 0 ? shown : all;
  const present = alive.find((each) => each.transactionReference === main);
  if ((present && isGood(order, present)) || order.unread) return main;
  const byWeight = weighing(main);
  const inOrder = (one: OrderTransaction, other: OrderTransaction) =>
    (order.rebuiltAt === undefined ? 0 : byTime(one, other)) || byWeight(one, other);
  const [good] = alive.filter((each) => isGood(order, each)).sort(inOrder);
  if (good) return good.transactionReference;
  if (present && covers(order, present)) return main;
  const enough = alive.filter((each) => covers(order, each)).sort(inOrder);
  // a larger part takes the place of a smaller one, whichever was paid first
  const [most] = enough.length > 0 ? enough : [...alive].sort(byWeight);
  // what has gone back was the last that counted
  return most ? most.transactionReference : main;
}

/** By the gateway's time of the payment. */
function byTime(one: OrderTransaction, other: OrderTransaction): number {
  const [at, otherAt] = [one, other].map(({ paid }) => toTime(paid?.at) ?? Infinity) as [number, number];
  if (at === otherAt) return 0;
  return at < otherAt ? -1 : 1;
}

/** Most money left that no refund may take, then most money, then what counts already, then what was paid, or learned of, first. */
const weighing = (main: string | undefined) => (one: OrderTransaction, other: OrderTransaction) => {
  const difference = refundableOf(other.movement) - refundableOf(one.movement) || leftOf(other) - leftOf(one);
  if (difference !== 0) return difference;
  if (one.transactionReference === main) return -1;
  if (other.transactionReference === main) return 1;
  const inTime = byTime(one, other);
  if (inTime !== 0) return inTime;
  const [at, otherAt] = [one.moneyAt ?? Infinity, other.moneyAt ?? Infinity];
  if (at !== otherAt) return at - otherAt;
  return one.transactionReference < other.transactionReference ? -1 : 1;
};
