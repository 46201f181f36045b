import { type CollectionState, isOpen } from '../collection/collection.js';
import { showNaira, ZERO } from '../money.js';
import { isUnconfirmed } from '../movement/next-read.js';
import { standingOf } from '../movement/standing.js';
import { isOver as isAttemptOver, isWithoutMoney, type stateOf as stateOfAttempt } from '../pull/state.js';
import {
  countedOf,
  findTransaction,
  hasMoney,
  mainOf,
  type Order,
  type OrderEnd,
  type OrderTransaction,
} from './order.js';
import { isUsedElsewhere } from '../used-elsewhere.js';
import { covers, isAccepted, isGood } from './words.js';

export interface Shown {
  readonly state: CollectionState;
  readonly reason: string;
}

/** The state of an order: a table over what is known of its transactions. */
export function stateOf(order: Order, before: Shown): Shown {
  const main = mainOf(order);
  if (main) return ofMoney(order, main);
  const back = backOf(order);
  if (back) return back;
  if (order.end && isEnded(order)) return { state: order.end.to, reason: order.end.reason };
  if (order.windowOverAt !== undefined && !order.hasNoWindow) {
    return { state: 'CLOSING', reason: 'the payment window has closed; checking with the gateway' };
  }
  return { state: 'PENDING', reason: before.state === 'PENDING' ? before.reason : 'not paid yet' };
}

/** How it ended, also should money be found that a lost run had shown. */
export const certainEnd = ({ end }: Order) => (end?.isDoubtful ? undefined : end);

export const isEnded = (order: Order) => (order.lostMoney ? certainEnd(order) : order.end) !== undefined;

function ofMoney(order: Order, main: OrderTransaction): Shown {
  const { amountKobo: asked } = order.terms;
  const counted = countedOf(main);
  const reason = `${showNaira(counted)} of ${showNaira(asked)} paid`;
  if (!covers(order, main)) return { state: 'PARTIALLY_PAID', reason };
  return { state: isAboveTolerance(order, main) ? 'OVERPAID' : 'PAID', reason };
}

export function isAboveTolerance({ terms }: Order, transaction: OrderTransaction): boolean {
  const { amountKobo: asked } = terms;
  const tolerated = transaction.toleratedKobo ?? asked;
  return countedOf(transaction) > (tolerated > asked ? tolerated : asked);
}

/**
 * The payment that counted last, of those that went back. Of a rebuilt order none may have counted: our refunds have sent webhooks of
 * their own, so that what went back by other means is news. Before all were read, another one may be there that counts.
 */
export function lastBackOf({ transactions, main, unread }: Order): OrderTransaction | undefined {
  if (unread && main === undefined) return undefined;
  const gone = transactions.filter(({ wentBack }) => wentBack);
  return (
    findTransaction(gone, main) ?? gone.findLast(({ movement }) => movement.returned > ZERO) ?? gone.at(-1)
  );
}

/** All money has gone back: of the payment that counted last, or of any. */
function backOf(order: Order): Shown | undefined {
  const last = lastBackOf(order);
  if (!last) return undefined;
  const { proven, returned, refunds } = last.movement;
  const refunded = refunds?.least ?? ZERO;
  // a record that says so as well adds nothing
  if (refunded > ZERO && refunded >= proven && refunded >= returned) {
    return { state: 'REFUNDED', reason: `refunds have returned ${showNaira(refunded)}` };
  }
  const word = last.record?.word === 'REFUNDED' ? 'REFUNDED' : 'REVERSED';
  return { state: word, reason: `the gateway reports ${word}` };
}

export const hasGoneBack = (order: Order) =>
  !order.transactions.some(hasMoney) && lastBackOf(order) !== undefined;

/** Whether the merchant may hand over the goods: proven by a record or signed cash, enough or accepted, in time or accepted. */
export function isFulfillable(order: Order): boolean {
  const main = mainOf(order);
  return !order.unexpected && main !== undefined && isGood(order, main);
}

/**
 * It was refused because the gateway has its reference from another system, whose payments are not ours to count or refund. A
 * charge is none: its request may have left, so that what is reported of it is weighed. Why a lost run was refused is lost: what it
 * had not opened is not ours either.
 */
export const isOfAnother = ({ end, hasNoWindow, rebuiltAt, transactions, lostMoney }: Order) =>
  !hasNoWindow &&
  end?.to === 'REFUSED' &&
  (isUsedElsewhere(end.reason) || (rebuiltAt !== undefined && transactions.length === 0 && !lostMoney));

/** What is charged by us alone ended, and it is proven that nothing moved: the same debt may be charged again. */
export const isSafeToChargeAgain = ({ end, hasNoWindow, attempt, transactions }: Order) =>
  hasNoWindow === true &&
  end !== undefined &&
  (attempt === undefined || isWithoutMoney(attempt)) &&
  transactions.every(({ movement }) => standingOf(movement).most === ZERO && !movement.hasShown);

/** The payment that counts is held because it is late. */
export function isHeldAsLate(order: Order): boolean {
  const main = mainOf(order);
  return main?.isLate === true && !isAccepted(order, 'late', main);
}

/** The payment that counts is short, and nothing more is expected. */
export function isShort(order: Order): boolean {
  const main = mainOf(order);
  return main !== undefined && !covers(order, main) && (order.isAnswered === true || order.end !== undefined);
}

/** Of several ends, the one that says most about the order as a whole. */
const END_ORDER = ['EXPIRED', 'CANCELLED', 'FAILED'] as const satisfies readonly OrderEnd[];

/**
 * The end that the records of its transactions prove together: each was read and shows one, or a person decided, and none is
 * doubtful. Cash that is pending has an event of its own when it arrives.
 */
export function endByRecords({ transactions, windowOverAt, hasNoWindow }: Order): Order['end'] {
  const places = transactions.filter((each) => !isPendingCash(each));
  if (places.length === 0 || !places.every(isEndedByRecord)) return undefined;
  const shows = (word: OrderEnd) => places.some(({ record }) => record?.word === word);
  // the payer may still try another card or channel while the window is open, whatever became of earlier places
  if (shows('FAILED') && windowOverAt === undefined && !hasNoWindow) return undefined;
  const to = END_ORDER.find(shows) ?? 'EXPIRED';
  const { record } = places.find((each) => each.record?.word === to) ?? {};
  return { to, reason: record?.observed ?? 'a person concluded that nothing was paid' };
}

/** The end of our own request where no record shows it: it was not sent, it was refused, or it is absent for long enough. */
export function endByAttempt(
  { attempt }: Order,
  pull: { readonly stateOf: typeof stateOfAttempt },
): Order['end'] {
  if (!attempt || attempt.reads.isWanted) return undefined;
  const { state, reason } = pull.stateOf(attempt, { state: 'PENDING', reason: '' });
  const to = ([...END_ORDER, 'REFUSED'] as const).find((end) => end === state);
  return to && { to, reason };
}

const isPendingCash = ({ isCash, movement }: OrderTransaction) =>
  isCash === true && standingOf(movement).name === 'waiting';

function isEndedByRecord({ movement }: OrderTransaction): boolean {
  const { name, by } = standingOf(movement);
  if (movement.sending !== undefined) return false;
  if (name === 'nothing') return by === 'decision' || movement.lastSeen === 'end';
  return name === 'ending' && movement.run?.shows === 'end';
}

/**
 * The last record that was found showed less than is known, or none: its money may be gone, until records, or a person, have
 * settled that.
 */
export const isTakenBackPerhaps = (transaction: OrderTransaction) => {
  const { movement, isCash } = transaction;
  if (isCash || movement.proven === ZERO) return false;
  if (isUnconfirmed(movement) || movement.isAtOdds || movement.isUnreadable) return true;
  return isInterrupted(transaction) || isExplainedInVain(transaction);
};

/**
 * Its record says that money went back, and refunds of ours that explained it have not returned as much: they are under way, or
 * have failed after all. Until the record is read again it may be gone by other means.
 */
const isExplainedInVain = ({ record, movement }: OrderTransaction) =>
  (record?.byOurs ?? ZERO) > (movement.refunds?.least ?? ZERO) && standingOf(movement).least > ZERO;

/** An event, or a reading that found no record, came before a second reading: what the first showed is neither confirmed nor gone. */
const isInterrupted = ({ mayBeGone, movement: { run, lastSeen } }: OrderTransaction) =>
  mayBeGone === true && lastSeen !== 'money' && (run === undefined || run.shows === 'absent');

/** Whether its record said something that can be believed since this moment, or a person decided. */
export function isAnsweredSince(transaction: OrderTransaction, since: number): boolean {
  const { movement, isCash, readAt } = transaction;
  if (standingOf(movement).name === 'doubtful' || isTakenBackPerhaps(transaction)) return false;
  if (isCash || movement.decided) return true;
  return readAt !== undefined && readAt >= since;
}

/** What an event reports is read until it is for a person, and at least until the gateway has answered once. */
export const isClaimRead = ({ claim, isOffline }: OrderTransaction) =>
  !isOffline && claim !== undefined && (!claim.isForPerson || claim.reads === 0);

/** Whether another reading of its record could settle what is open: an event, or what was read once. */
export function isAwaited(transaction: OrderTransaction): boolean {
  const { movement, isCash, isOffline } = transaction;
  if (isOffline) return false;
  if (isClaimRead(transaction)) return true;
  // only another event adds to what is known of cash
  if (isCash) return false;
  // a payer's transaction that ended without money is over; one that we charged must have ended for sure
  const isPlainEnd = movement.run?.shows === 'end' && movement.proven === ZERO && !movement.left?.open;
  return (
    !isPlainEnd && (isUnconfirmed(movement) || isInterrupted(transaction) || isExplainedInVain(transaction))
  );
}

/** Whether its outcome is known, though perhaps not confirmed: a part payment waits for the rest until the window closes. */
export function hasOutcome(order: Order & Pick<Shown, 'state'>): boolean {
  if (isOpen(order.state)) return false;
  return order.state !== 'PARTIALLY_PAID' || isShort(order) || isHeldAsLate(order);
}

/** Whether it has ended, and no reading could change that. */
export const isOver = (order: Order & Pick<Shown, 'state'>) =>
  hasOutcome(order) &&
  !order.transactions.some(isAwaited) &&
  (order.attempt === undefined || isAttemptOver(order.attempt));
