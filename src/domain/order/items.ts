import type { UnexpectedMoney } from '../collection/policy.js';
import { type NewReviewItem, ofEvidence, reviewKey, type ReviewKind } from '../lifecycle/review.js';
import { itemsOf, type MoneyItem, seenOf } from '../movement/standing.js';
import { itemsDue as itemsOfAttempt } from '../pull/items.js';
import { type Fact, factsOf, isOpenFact, openRefundOf } from './facts.js';
import { findTransaction, type Order, type OrderTransaction } from './order.js';
import { showNaira, ZERO } from '../money.js';
import { isSameMoney, mayGoBackOf, nameOf, wordOn } from './words.js';

/** The review item for each kind of unexpected money. */
export const HELD: Readonly<Record<UnexpectedMoney, ReviewKind>> = {
  underpaid: 'underpaid',
  overpaid: 'overpaid',
  late: 'paid-late',
  duplicate: 'duplicate-payment',
};

/** What decides whether something is for a person yet. */
export interface ItemRules {
  readonly now: number;
  /** How often a record is read before an event that it does not show is for a person. */
  readonly readsOfClaim: number;
  /** How long an outcome may be unknown. */
  readonly unresolvedAfterMs: number;
}

/** What an event claims is for a person after a number of readings, or when the gateway has not answered for too long. */
export function withOldClaims<Of extends Order>(
  order: Of,
  { now, readsOfClaim, unresolvedAfterMs }: ItemRules,
): Of {
  const isOld = ({ claim }: OrderTransaction) =>
    claim !== undefined && (claim.reads >= readsOfClaim || now - claim.at >= unresolvedAfterMs);
  if (!order.transactions.some(isOld)) return order;
  return {
    ...order,
    transactions: order.transactions.map((each) =>
      each.claim && isOld(each) ? { ...each, claim: { ...each.claim, isForPerson: true as const } } : each,
    ),
  };
}

/** Item about money that a lost run had shown. */
export const LOST_MONEY = { kind: 'unresolved', subject: 'lost-payment' } as const;

/** The subject of an item that is about what records show of a transaction. */
export const subjectOf = ({ isCash, transactionReference }: OrderTransaction) =>
  isCash ? `cash:${transactionReference}` : transactionReference;

/** What a person must look at. Items follow from what is known: they appear, change and end by themselves. */
export function itemsDue(order: Order): readonly NewReviewItem[] {
  const facts = factsOf(order).filter(isOpenFact(order));
  const ofRecords = order.transactions.flatMap((transaction) =>
    itemsOf(transaction.movement)
      .flatMap((item) => ofRecord(transaction, item))
      .map((item) => ofEvidence(item, seenOf(transaction.movement))),
  );
  // that its refund failed is something else than a person saw before
  const ofMoney = facts.map((fact) => ofEvidence(ofFact(order, fact), wordOn(order, fact)?.note ?? ''));
  const items = [...ofRecords, ...ofMoney, ...ofLostMoney(order)];
  // one transaction can have two pieces that contradict its record: one item
  return items.filter((item, n) => items.findIndex((each) => isSameItem(each, item)) === n);
}

/** Once all that is known was read again, or nothing more is expected, only a person can say what that money was. */
function ofLostMoney(order: Order): readonly NewReviewItem[] {
  const { lostMoney, transactions, end, windowOverAt, rebuiltAt = '', terms } = order;
  if (!lostMoney) return [];
  const since = Date.parse(rebuiltAt);
  const isRead = transactions.every(({ isOffline, readAt = -Infinity }) => isOffline || readAt >= since);
  const isClosed = end !== undefined || windowOverAt !== undefined;
  // one without a transaction looks for it first
  if (!isClosed && (!isRead || transactions.length === 0)) return [];
  const reason =
    'a run that was lost had shown a payment, and no record that is known here does: it was cash, or on another transaction';
  return [ofEvidence({ ...LOST_MONEY, reason, atRiskKobo: terms.amountKobo }, '')];
}

/** What a person must look at of our own request, while its transaction is not known. */
export function attemptItemsDue({ attempt }: Order, rules: ItemRules): readonly NewReviewItem[] {
  if (!attempt) return [];
  return itemsOfAttempt(attempt, { ...rules, subject: attempt.paymentReference, noun: 'charge', open: [] });
}

const isSameItem = (one: NewReviewItem, other: NewReviewItem) => reviewKey(one) === reviewKey(other);

function ofRecord(
  transaction: OrderTransaction,
  { kind, amount: atRiskKobo }: MoneyItem,
): readonly NewReviewItem[] {
  const { claim, doubt, record } = transaction;
  const subject = subjectOf(transaction);
  switch (kind) {
    case 'claim':
    case 'claimed-return': {
      const reason = "the gateway's record does not show what the gateway reported";
      return claim?.isForPerson ? [{ kind: 'unproven-event', subject, reason, atRiskKobo }] : [];
    }
    case 'odd': {
      const { about = 'unreadable-record', reason = 'its record could not be read' } = doubt ?? {};
      return [{ kind: about, subject, reason, atRiskKobo }];
    }
    default: {
      const reason = `${record?.observed ?? 'the gateway has no record'} for money that it had shown before`;
      return [{ kind: 'conflicting-records', subject, reason, atRiskKobo }];
    }
  }
}

function ofFact(order: Order, fact: Fact): NewReviewItem {
  const { kind, transactionReference, amountKobo, nowKobo } = fact;
  return {
    kind: HELD[kind],
    ...(isNamed(order, fact) && { subject: nameOf(fact) }),
    reason: reasonOf(order, fact),
    atRiskKobo: nowKobo,
    money: { transactionReference, amountKobo },
  };
}

/**
 * An old key must not decide on other money, nor on more than the person saw: only the first has the kind as its key, until a
 * decision.
 */
function isNamed({ firstItems = {}, words = [] }: Order, fact: Fact): boolean {
  const first = firstItems[fact.kind];
  if (first !== undefined && first !== nameOf(fact)) return true;
  return words.some(
    (word) =>
      word.kind === fact.kind &&
      (word.says === 'accept' || word.says === 'dismissed') &&
      !isSameMoney(word, fact),
  );
}

function reasonOf(order: Order, fact: Fact): string {
  const { transactionReference, reason } = fact;
  const open = openRefundOf(order, transactionReference);
  if (open) return `${reason}; refund ${open.refundReference} was requested`;
  const transaction = findTransaction(order.transactions, transactionReference);
  const mayGoBack = transaction ? mayGoBackOf(order, transaction) : ZERO;
  if (mayGoBack > ZERO) return `${reason}; refunds of up to ${showNaira(mayGoBack)} are under way`;
  return wordOn(order, fact)?.note ?? reason;
}

/** The transaction and the kind of unexpected money that an item is about; undefined when it is about something else. */
export function factBehind(
  order: Order,
  item: {
    readonly kind: ReviewKind;
    readonly money?: { readonly transactionReference?: string | undefined };
  },
): Fact | undefined {
  return factsOf(order).find(
    ({ kind, transactionReference }) =>
      HELD[kind] === item.kind && transactionReference === item.money?.transactionReference,
  );
}

/** The transaction whose records an item is about. */
export function transactionBehind<Of extends OrderTransaction>(
  transactions: readonly Of[],
  item: { readonly kind: ReviewKind; readonly key: string },
): Of | undefined {
  const subject = item.key.slice(item.kind.length + 1);
  return transactions.find((each) => subjectOf(each) === subject) ?? findTransaction(transactions, subject);
}
