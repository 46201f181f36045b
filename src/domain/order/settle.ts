import { actionFor, type Policies } from '../collection/policy.js';
import type { Kobo } from '../money.js';
import { toTime } from '../listing.js';
import { ZERO } from '../money.js';
import { withPolicyRefund } from '../refund/by-policy.js';
import { asOfLostRun } from './after-loss.js';
import { type Fact, factsOf, isOpenFact } from './facts.js';
import { chooseMain } from './main-payment.js';
import {
  countedOf,
  findTransaction,
  goneOf,
  hasMoney,
  leftOf,
  mainOf,
  type Order,
  type OrderTransaction,
  underWayOf,
  wasPaid,
} from './order.js';
import {
  certainEnd,
  hasGoneBack,
  isAnsweredSince,
  isEnded,
  isFulfillable,
  isTakenBackPerhaps,
  stateOf,
} from './state.js';
import { moneyIn, nameOf, wordOn, withWord } from './words.js';

/** What decides beside the order itself. */
export interface OrderRules {
  readonly now: number;
  readonly policies: Policies;
  /** The smallest refund that the gateway accepts. */
  readonly refundMinKobo: Kobo;
  /** Until when money counts as in time, where it is lost whether the order had ended before. */
  readonly windowEnd?: number | undefined;
  /** How its kind ends without money, by the records read so far; undefined while it has not. */
  readonly endOf: (order: Order) => Order['end'];
}

/**
 * What follows from a change: which money is late, which payment counts, whether the order has ended, and what policies say
 * about unexpected money. Everything else about an order is derived from the result.
 */
export function settle<Of extends Order>(before: Of, changed: Of, rules: OrderRules): Of {
  const isAfterRefund = hasGoneBack(before) && stateOf(before, UNKNOWN).state === 'REFUNDED';
  const isOver = isEnded(before) || isAfterRefund;
  const fulfilling = isFulfillable(before) ? before.main : undefined;
  const known = withFoundMoney(before, changed);
  const transactions = known.transactions
    .map((each) => withLostEnd(known, each, { ...rules, isFirstShown: isShownAfterDecision(before, each) }))
    .map((each) => withArrival(each, isOver, rules.now))
    .map((each) => withSuspicion(each, fulfilling));
  const dated: Of = { ...known, transactions };
  const chosen = withMain(before, dated);
  const ended = withEnd(chosen, rules);
  return withWords(ended, rules);
}

const UNKNOWN = { state: 'PENDING', reason: '' } as const;

/** What the lost run had shown is found: there is money again, or it has gone back. What had ended it meanwhile has not. */
function withFoundMoney<Of extends Order>(before: Of, changed: Of): Of {
  const wasShown = ({ transactionReference }: OrderTransaction) =>
    findTransaction(before.transactions, transactionReference)?.movement.hasShown === true;
  const isFound = changed.transactions.some(
    (each) => hasMoney(each) || (each.movement.hasShown && !wasShown(each)),
  );
  return changed.lostMoney && isFound
    ? { ...changed, lostMoney: undefined, end: certainEnd(changed) }
    : changed;
}

/** A record shows what only a person had concluded: when it was paid, is known only now. */
function isShownAfterDecision({ transactions }: Order, { transactionReference, movement }: OrderTransaction) {
  const was = findTransaction(transactions, transactionReference);
  return was?.movement.decided !== undefined && movement.decided === undefined;
}

/**
 * A lost run may have ended the order: what was paid after its window is late, and so is what may have been. When it was paid, its
 * record says; that it was closed, an invoice's own record.
 */
function withLostEnd(
  order: Order,
  transaction: OrderTransaction,
  { now, windowEnd, endOf, isFirstShown }: OrderRules & { readonly isFirstShown: boolean },
): OrderTransaction {
  const { moneyAt, isLate, paid } = transaction;
  const isWeighed = moneyAt !== undefined && !isFirstShown;
  if (isWeighed || !hasMoney(transaction)) return transaction;
  if (order.lostLate) return asOfLostRun(transaction);
  const isKnown = order.rebuiltAt === undefined || order.end !== undefined || order.hasNoWindow === true;
  if (isKnown || windowEnd === undefined || isLate) return transaction;
  const paidAt = toTime(paid?.at) ?? now;
  return paidAt <= windowEnd && !endOf(order) ? transaction : asOfLostRun(transaction);
}

/** When its money arrived, whether that was too late, and whether all of it has gone back. */
function withArrival(known: OrderTransaction, isOver: boolean, now: number): OrderTransaction {
  const { moneyAt, wentBack, movement } = known;
  const transaction = withGone(known);
  if (hasMoney(transaction)) {
    if (moneyAt !== undefined) return transaction;
    const isLate = isOver || wentBack;
    return { ...transaction, moneyAt: now, ...(isLate && { isLate: true as const }) };
  }
  const refunded = movement.refunds?.least ?? ZERO;
  const gone = movement.proven > ZERO && refunded >= movement.proven ? movement.proven : undefined;
  // what a person had concluded, and then took back, never was there
  const isBack = gone !== undefined || movement.returned > ZERO;
  if (moneyAt === undefined && (!isBack || wentBack)) return transaction;
  return {
    ...transaction,
    moneyAt: undefined,
    ...(isBack && { wentBack: true as const }),
    ...(gone !== undefined && { gone }),
  };
}

/** What a refund that failed after all had returned counts again, also when another refund takes a part of it. */
function withGone(transaction: OrderTransaction): OrderTransaction {
  const gone = goneOf(transaction);
  if (gone === (transaction.gone ?? ZERO)) return transaction;
  return { ...transaction, gone };
}

/** What fulfils the order does so until its return is confirmed; nothing else begins to while it may be gone, or will be. */
function withSuspicion(transaction: OrderTransaction, fulfilling: string | undefined): OrderTransaction {
  const isOther = transaction.transactionReference !== fulfilling;
  const isSuspect = isOther && isTakenBackPerhaps(transaction);
  const isLeaving =
    isOther && underWayOf(transaction) > ZERO && underWayOf(transaction) >= leftOf(transaction);
  const { mayBeGone, isLeaving: wasLeaving } = transaction;
  if (isSuspect === (mayBeGone === true) && isLeaving === (wasLeaving === true)) return transaction;
  return {
    ...transaction,
    mayBeGone: isSuspect ? true : undefined,
    isLeaving: isLeaving ? true : undefined,
  };
}

function withSameWords<Of extends Order>(
  before: Of,
  dated: Of,
  [was, is]: readonly [OrderTransaction, OrderTransaction],
): Of {
  if (!hasMoney(is) || countedOf(is) <= countedOf(was)) return dated;
  const accepted = (['late', 'underpaid'] as const).filter(
    (kind) => wordOn(before, moneyIn(kind, was))?.says === 'accept',
  );
  return accepted.reduce(
    (all, kind) => ({ ...all, words: withWord(all.words, { ...moneyIn(kind, is), says: 'accept' }) }),
    dated,
  );
}

/** More money on what is fulfillable is accepted as well: the goods may be gone. */
function withMain<Of extends Order>(before: Of, dated: Of): Of {
  const was = mainOf(before);
  const is = was && findTransaction(dated.transactions, was.transactionReference);
  const known = was && is && isFulfillable(before) ? withSameWords(before, dated, [was, is]) : dated;
  return { ...known, main: chooseMain(known) };
}

/** An end is recorded once, while nothing was paid. After the window each transaction must have been answered for. */
function withEnd<Of extends Order>(order: Of, { endOf }: OrderRules): Of {
  const { windowOverAt, concluded, transactions, lostMoney } = order;
  const isAnswered =
    order.isAnswered ??
    (concluded !== undefined ||
      (windowOverAt !== undefined && transactions.every((each) => isAnsweredSince(each, windowOverAt))));
  const answered: Of = isAnswered ? { ...order, isAnswered: true } : order;
  if (order.end || transactions.some(wasPaid) || lostMoney) return answered;
  const end =
    endOf(answered) ??
    (concluded === undefined ? undefined : ({ to: 'EXPIRED', reason: concluded } as const));
  return end ? { ...answered, end } : answered;
}

/** Accepting late money asks whether it is enough: no more than three rounds. */
const ROUNDS = 3;

function withWords<Of extends Order>(order: Of, rules: OrderRules): Of {
  let known = order;
  for (let round = 0; round < ROUNDS; round++) {
    const unheard = factsOf(known).filter((fact) => wordOn(known, fact) === undefined);
    known = unheard.reduce((all, fact) => withPolicy(all, fact, rules), known);
    // an accepted payment may count before another
    known = { ...known, main: chooseMain(known) };
  }
  return withFirstItems(askBack(known, rules));
}

/** In a lost run a person may have accepted it; which of two payments is the second is a guess where both were late, or one was not read for a day. */
function isForPerson(order: Order, { kind, transactionReference }: Fact): boolean {
  if (kind === 'duplicate' && order.readLate?.includes(transactionReference)) return true;
  const { isOfLostRun } = findTransaction(order.transactions, transactionReference) ?? {};
  if (!isOfLostRun) return false;
  return kind === 'late' || (kind === 'duplicate' && mainOf(order)?.isOfLostRun === true);
}

function withPolicy<Of extends Order>(order: Of, fact: Fact, { policies }: OrderRules): Of {
  const { kind, transactionReference, amountKobo } = fact;
  const says = isForPerson(order, fact) ? 'hold' : actionFor(policies[kind], fact.nowKobo);
  return { ...order, words: withWord(order.words, { kind, transactionReference, amountKobo, says }) };
}

/** Asks for the refunds that policies want, as far as the gateway would accept them. */
function askBack<Of extends Order>(order: Of, { refundMinKobo: minKobo }: OrderRules): Of {
  if (order.unexpected) return order;
  const wanted = factsOf(order).filter(
    (fact) => fact.kind !== 'underpaid' && wordOn(order, fact)?.says === 'refund',
  );
  return wanted.reduce((known, { transactionReference, nowKobo, kind }) => {
    const paid = findTransaction(known.transactions, transactionReference)?.paid;
    const payment = paid && { ...paid, transactionReference };
    const asked = { payment, amountKobo: nowKobo, cause: kind, minKobo };
    const policyRefunds = withPolicyRefund(known.policyRefunds, known.terms.reference, asked);
    return policyRefunds ? { ...known, policyRefunds } : known;
  }, order);
}

function withFirstItems<Of extends Order>(order: Of): Of {
  const open = factsOf(order).filter(isOpenFact(order));
  const firstItems = open.reduce<NonNullable<Order['firstItems']>>(
    (first, fact) => ({ [fact.kind]: nameOf(fact), ...first }),
    order.firstItems ?? {},
  );
  return open.length === 0 ? order : { ...order, firstItems };
}
