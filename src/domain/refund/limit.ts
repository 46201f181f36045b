import { totalOf, ZERO } from '../money.js';
import type { Limit } from '../movement/may-send.js';
import { standingOf } from '../movement/standing.js';
import type { Refund, RefundsSnapshot } from './refund.js';

type Known = Pick<RefundsSnapshot, 'payment' | 'refunds' | 'readAt' | 'isUnlisted'>;

/**
 * All refunds of a payment together must not return more than was paid. Both are read just before a send: the payment may have
 * gone back meanwhile, another system may have refunded it, and a refund that had failed may be corrected.
 */
export function limitOf(known: Known, refundReference: string): Limit {
  const { payment, refunds, readAt, isUnlisted } = known;
  const others = refunds.filter(({ terms }) => terms.refundReference !== refundReference);
  const isKnown = payment !== undefined && readAt !== undefined && !isUnlisted && !others.some(isToBeRead);
  return {
    name: 'what was paid, with the other refunds',
    cap: payment?.amountKobo ?? ZERO,
    taken: totalOf(...others.map(({ movement }) => standingOf(movement).most)),
    readAt: isKnown ? Date.parse(readAt) : -Infinity,
  };
}

/** Whether too little is known of it for another refund to be sent: an event or a list speaks of more. */
export const isToBeRead = (refund: Refund) => refund.reads.isOwed === true || isAmountUnknown(refund);

/** Another system made it, and no record has shown yet how much it returns. */
export function isAmountUnknown({ unexpected, terms, movement }: Refund): boolean {
  const { name, most } = standingOf(movement);
  const mayReturn = name !== 'nothing' && name !== 'returned';
  return unexpected === true && terms.amountKobo === ZERO && most === ZERO && mayReturn;
}
