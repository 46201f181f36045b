import { noEvidence } from '../movement/evidence.js';
import { type WhyNot, whyNotSend } from '../movement/may-send.js';
import { standingOf } from '../movement/standing.js';
import type { Order, OrderTransaction } from './order.js';

/**
 * Why no request that charges the payer may be made now, nor another way to pay be opened; undefined: it may. A transaction
 * is no movement until money, an event or a charge without an answer is on it. One on which every request of ours was
 * answered, declined or abandoned blocks nothing: should both be paid, that is a duplicate payment.
 */
export function whyNotCharge({ transactions, terms, lostMoney }: Order): WhyNot | undefined {
  const why = whyNotSend({
    step: 'request',
    // nothing of it depends on the time: what is in the way is in the way, and the request itself knows its last moment
    now: 0,
    waitedUntil: 0,
    notAfter: Infinity,
    against: [],
    isApproved: true,
    checkedAt: 0,
    movement: noEvidence({ asked: terms.amountKobo }),
    others: transactions.filter(isInTheWay).map(({ movement }) => movement),
    obligation: terms.amountKobo,
    limits: [],
  });
  return why ?? (lostMoney ? { because: 'doubtful' } : undefined);
}

/** A charge had no answer, or has none yet: whether an event reports money is another question. */
export function hasLostCharge(order: Order): boolean {
  const why = whyNotCharge(order);
  return why !== undefined && why.because !== 'doubtful';
}

/** Whether a request that is on its way is no longer wanted: it is withdrawn, if no worker has started it. */
export function isUnwanted(order: Order): boolean {
  const transactions = order.transactions.map((each) =>
    each.movement.sending === undefined
      ? each
      : { ...each, movement: { ...each.movement, sending: undefined } },
  );
  const why = whyNotCharge({ ...order, transactions });
  return why !== undefined || order.end !== undefined;
}

function isInTheWay({ movement }: OrderTransaction): boolean {
  const { name } = standingOf(movement);
  if (name === 'doubtful' || name === 'moved' || movement.sending !== undefined) return true;
  return name !== 'nothing' && name !== 'returned' && movement.left?.open !== undefined;
}

export const UNRESOLVED_CHARGE =
  'an earlier charge or payment is still unresolved; do not pay again until its outcome is known';

/** For the payer and the merchant: nothing here says pay again. */
export function inWords(why: WhyNot): string {
  switch (why.because) {
    case 'doubtful':
      return 'a payment was reported and is being checked; do not pay again until its outcome is known';
    default:
      return UNRESOLVED_CHARGE;
  }
}
