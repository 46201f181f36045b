import { type CardStep, isUnresolved } from '../checkout/card.js';
import type { CollectionState } from '../collection/collection.js';
import type { StateText, StateTexts } from '../lifecycle/state-texts.js';
import { standingOf } from '../movement/standing.js';
import { duplicatesOf } from './facts.js';
import { whyNotCharge } from './may-charge.js';
import { hasMoney, mainOf, type Order, type OrderTransaction } from './order.js';
import { isHeldAsLate, isSafeToChargeAgain, isShort, isTakenBackPerhaps, type Shown } from './state.js';
import { covers, isLeaving } from './words.js';

/** An order, and its card where it has one. */
type Told = Order &
  Pick<Shown, 'state'> & {
    readonly card?: CardStep | { readonly token: string };
    /** The merchant cancels it, and the gateway has not confirmed that. */
    readonly unwanted?: boolean | string | undefined;
  };

/** What a payer may do. Every sentence about paying, to payers and to merchants, follows from it and says no more. */
export type MayPay =
  /** Nothing is paid, and it can be paid. */
  | 'pay'
  /** A part is proven, and the rest is still taken. */
  | 'pay-rest'
  /** It ended, no money moved, and none can arrive on it. */
  | 'pay-again'
  /** Money may have moved that is not proven. */
  | 'wait'
  /** It was paid, or it is not known that nothing more arrives. */
  | 'no';

export function mayPay(order: Told): MayPay {
  if (mayHaveMoved(order)) return 'wait';
  switch (order.state) {
    case 'PENDING':
      return isOpenToPayers(order) ? 'pay' : 'no';
    case 'PARTIALLY_PAID':
      // what went back is for the merchant to ask for
      if ((mainOf(order)?.movement.returned ?? 0) > 0) return 'no';
      return isOpenToPayers(order) && isWaitingForRest(order) ? 'pay-rest' : 'no';
    case 'EXPIRED':
    case 'FAILED':
    case 'CANCELLED':
    case 'REFUSED':
      return isSurelyUnpaid(order) ? 'pay-again' : 'no';
    default:
      return 'no';
  }
}

/** Whether money may have moved that is not proven yet: nothing must then say pay, or that no money was taken. */
export function mayHaveMoved(order: Told): boolean {
  const { attempt, card } = order;
  if (attempt && standingOf(attempt.movement).most > 0) return true;
  if (card && 'state' in card && isUnresolved(card) && !order.transactions.some(hasMoney)) return true;
  const main = mainOf(order);
  const isCovered = main !== undefined && covers(order, main);
  if (!isCovered && isUnreadSinceLoss(order)) return true;
  // what an event or a charge without an answer adds to a part payment may be the rest; where all is paid, no text asks for money
  const unproven = order.transactions.filter(
    (each) => !hasMoney(each) || (!isCovered && (isInDoubt(each) || isWaitedFor(order, each))),
  );
  return whyNotCharge({ ...order, transactions: unproven }) !== undefined;
}

/** A lost run may have learned of money: what it had is not known before its records are read again. */
const isUnreadSinceLoss = ({ rebuiltAt, transactions }: Order) =>
  rebuiltAt !== undefined &&
  transactions.some(
    (each) => !each.isOffline && !hasMoney(each) && (each.readAt ?? -Infinity) < Date.parse(rebuiltAt),
  );

/** A charge on it had no answer, and its record may still show more. */
const isWaitedFor = ({ isAnswered }: Order, { movement }: OrderTransaction) =>
  movement.left?.open !== undefined && !isAnswered;

const isInDoubt = ({ movement }: OrderTransaction) => standingOf(movement).name === 'doubtful';

/** Its window is open, and a payer pays it: a charge has none. */
const isOpenToPayers = ({ windowOverAt, isAnswered, end, hasNoWindow, unexpected, unwanted }: Told) =>
  windowOverAt === undefined && !isAnswered && !end && !hasNoWindow && !unexpected && !unwanted;

function isWaitingForRest(order: Order): boolean {
  const main = mainOf(order);
  return (
    main !== undefined &&
    // what is on other transactions may be the rest
    duplicatesOf(order).length === 0 &&
    !isShort(order) &&
    !isHeldAsLate(order) &&
    !isTakenBackPerhaps(main) &&
    !isLeaving(order, main)
  );
}

/** Each record shows an end, or a person decided; what is charged by us alone must have ended for sure. */
function isSurelyUnpaid(order: Order): boolean {
  if (order.hasNoWindow) return isSafeToChargeAgain(order);
  return order.transactions.every(({ movement }) => {
    const { name } = standingOf(movement);
    return name === 'nothing' || (name === 'ending' && movement.run?.shows === 'end');
  });
}

const DO_NOT_PAY =
  'A payment may be on its way, and we are checking it. Please do not pay again until you hear from us.';
const LATE =
  'We received your payment after the order had ended. We will contact you about it. Please do not pay again.';
const PART_ONLY = 'We received a part of the amount. We will contact you about the rest.';
const NONE_SEEN =
  'We have not received a payment. If you have paid, please do not pay again: we will contact you.';

/** The text of a state asks for money, or says that none was taken, only where that may be said. */
const SAID_IF: Readonly<
  Partial<Record<CollectionState, { readonly may: MayPay; readonly otherwise: string }>>
> = {
  PENDING: { may: 'pay', otherwise: NONE_SEEN },
  PARTIALLY_PAID: { may: 'pay-rest', otherwise: PART_ONLY },
  EXPIRED: { may: 'pay-again', otherwise: NONE_SEEN },
  FAILED: { may: 'pay-again', otherwise: NONE_SEEN },
  REFUSED: { may: 'pay-again', otherwise: NONE_SEEN },
};

/** What a state means to people, for this order. */
export function textOf<State extends CollectionState>(
  order: Told & { readonly state: State },
  texts: StateTexts<State>,
): StateText {
  const text: StateText = texts[order.state];
  const may = mayPay(order);
  if (may === 'wait') return { ...text, customer: DO_NOT_PAY };
  if (isHeldAsLate(order)) return { ...text, customer: LATE };
  const rule = SAID_IF[order.state];
  // the texts of a charge ask for no payment while it is open
  const isSaid = rule === undefined || rule.may === may || (order.hasNoWindow && rule.may !== 'pay-again');
  return isSaid ? text : { ...text, customer: rule.otherwise };
}
