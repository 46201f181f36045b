import { isMoney, isOpen, isReturn } from '../collection/collection.js';
import type { ShownInLists } from '../lifecycle/shown.js';
import { add } from '../movement/evidence.js';
import type { PolicyRefund } from '../refund/by-policy.js';
import { withKnown } from '../refund/by-policy.js';
import { ownerOf } from '../reference.js';
import { hasMoney, type Order, type OrderAttempt, type OrderEnd, type OrderTransaction } from './order.js';
import type { Shown } from './state.js';

/*
 * What a rebuilt order learns of the lost run, beside the records of its money: how that had ended it, and which refunds it had asked
 * for. Without that, money that was late, or is on its way back, would fulfil it.
 */

const ENDS: readonly string[] = ['EXPIRED', 'FAILED', 'CANCELLED', 'REFUSED'] satisfies readonly OrderEnd[];

const isEnd = (state: string): state is OrderEnd => ENDS.includes(state);

const isBeforeLate = (state: string) => isEnd(state) || state === 'REFUNDED';

/** How the lost run had ended it: as it was shown last, or before late money that has gone back. */
const endIn = ({ state, before = [] }: ShownInLists): OrderEnd | undefined =>
  (isReturn(state) ? before : [state]).findLast(isEnd);

/** Whether the lost run had shown that no money is expected any longer. */
export const hasEnded = (shown: ShownInLists) => endIn(shown) !== undefined;

/**
 * What follows from what the lost run had shown; undefined where that says nothing that is not known. The snapshot that is left may
 * be from before: an order that was paid then may have been refunded, and paid again.
 */
export function afterLoss(
  order: Order & Pick<Shown, 'state'>,
  shown: ShownInLists,
): Partial<Order> | undefined {
  const { state, review, before = [] } = shown;
  const to = endIn(shown);
  if (!order.end && isOpen(order.state) && to) {
    const end = { to, reason: `a run that was lost had shown it as ${to}` };
    return { end, ...(to !== state && { lostLate: true }) };
  }
  // what arrives after an end, or after all was refunded, is late; what a person has said about that is lost
  const isLate =
    review.includes('paid-late') ||
    (state === 'REFUNDED' && order.state !== state) ||
    (isMoney(state) && before.some(isBeforeLate));
  const isUnknown = isMoney(state) && !order.hasNoWindow && !order.transactions.some(hasMoney);
  const attempt = order.attempt && withShown(order.attempt, state);
  if (!isLate && !isUnknown && !attempt) return undefined;
  return {
    ...(isLate && { lostLate: true }),
    ...(isUnknown && { lostMoney: true }),
    ...(attempt && { attempt }),
  };
}

/**
 * The transactions of a rebuilt order that must still be read before one counts. Not for ever: one that the gateway never answers for
 * would keep the merchant from what was paid. Which was paid first is then a guess, and what such a one shows later is for a person.
 */
export function stillUnread(
  { unread = [], rebuiltAt = '', readLate }: Pick<Order, 'unread' | 'rebuiltAt' | 'readLate'>,
  answered: readonly string[],
  { now, unresolvedAfterMs }: { readonly now: number; readonly unresolvedAfterMs: number },
): Pick<Order, 'unread' | 'readLate'> {
  const left = unread.filter((each) => !answered.includes(each));
  if (left.length === 0) return { unread: undefined, readLate };
  if (now - Date.parse(rebuiltAt) < unresolvedAfterMs) return { unread: left, readLate };
  return { unread: undefined, readLate: left };
}

/**
 * The request of a charge is read under its reference, which finds its money. The gateway had shown that: not to find it proves
 * nothing, however long.
 */
function withShown(attempt: OrderAttempt, state: string): OrderAttempt | undefined {
  if (!isMoney(state) && !isReturn(state)) return undefined;
  const { movement } = attempt;
  const shows = state === 'PAID' || state === 'OVERPAID' ? 'money' : 'there';
  return { ...attempt, movement: add(movement, { kind: 'claim', shows, amount: movement.terms.asked }) };
}

/** Late money of a lost run: a person may have accepted it, so that no policy returns it. */
export const asOfLostRun = <Of extends OrderTransaction>(transaction: Of): Of => ({
  ...transaction,
  isLate: true,
  isOfLostRun: true,
});

/** The refunds of an owner with those that its policy had asked for before its run was lost, and how they have ended. */
export const withRefundsOfLostRun = (
  { terms, policyRefunds }: { readonly terms: { readonly reference: string } } & Pick<Order, 'policyRefunds'>,
  known: readonly PolicyRefund[],
): readonly PolicyRefund[] =>
  withKnown(
    policyRefunds,
    known.filter(({ refundReference }) => ownerOf(refundReference) === terms.reference),
  );

/** Money that a policy had asked back was not the order's own: it is for a person, should the refund have failed. */
export function asAskedBack<Of extends OrderTransaction>(
  transaction: Of,
  policyRefunds: readonly PolicyRefund[],
): Of {
  const isAskedBack = policyRefunds.some(
    ({ transactionReference, cause }) =>
      transactionReference === transaction.transactionReference && cause !== 'overpaid',
  );
  return isAskedBack && transaction.moneyAt === undefined ? asOfLostRun(transaction) : transaction;
}
