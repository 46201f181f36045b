import {
  isListFull,
  isOverflow,
  type NewReviewItem,
  ofEvidence,
  type Resolution,
  reviewKey,
  type ReviewItem,
  withCounted,
  withEvident,
} from '../lifecycle/review.js';
import { showNaira, totalOf, ZERO } from '../money.js';
import { rest } from '../movement/amounts.js';
import { decisionsOn } from '../movement/evidence.js';
import { isUnconfirmed } from '../movement/next-read.js';
import type { Decision } from '../movement/pieces.js';
import { itemsOf, type MoneyItem, seenOf, standingOf } from '../movement/standing.js';
import { underWayOf } from '../order/order.js';
import type { PolicyRefund } from '../refund/by-policy.js';
import { recordComesFirst, refundIsUnderWay, refundsUnderWay } from '../refund/texts.js';
import { type KnownCredit, withDecision } from './known-credit.js';
import { without } from '../without.js';

/** What decides whether something is for a person yet. */
export interface ItemRules {
  readonly now: number;
  /** How often a record is read before an event that it does not show is for a person. */
  readonly readsOfClaim: number;
  /** How long the gateway may not answer. */
  readonly unresolvedAfterMs: number;
  /** The state of the account. */
  readonly state: string;
  readonly policyRefunds?: readonly PolicyRefund[] | undefined;
  readonly derived?: DerivedItems;
}

/** What items follow from, beside what is known of the credit. */
interface Given {
  readonly isReadEnough: boolean;
  /** Of late money: the state of the account, and the refund that was asked for. */
  readonly state?: string;
  readonly refundReference?: string | undefined;
}

/**
 * What a run has derived. An account with hundreds of items derives all of them after every change of one credit: of the others
 * they are the same.
 */
export type DerivedItems = WeakMap<
  KnownCredit,
  { readonly given: Given; readonly items: readonly NewReviewItem[] }
>;

/** What a person must look at. Items follow from what is known: they appear, change and end by themselves. */
export function itemsDue(credit: KnownCredit, rules: ItemRules): readonly NewReviewItem[] {
  const given = givenBy(credit, rules);
  const before = rules.derived?.get(credit);
  if (before && isSameGiven(before.given, given)) return before.items;
  const items = deriveItems(credit, given);
  rules.derived?.set(credit, { given, items });
  return items;
}

const isSameGiven = (one: Given, other: Given) =>
  one.isReadEnough === other.isReadEnough &&
  one.state === other.state &&
  one.refundReference === other.refundReference;

function givenBy(credit: KnownCredit, rules: ItemRules): Given {
  const { late, transactionReference } = credit;
  const given = { isReadEnough: isReadEnough(credit, rules) };
  if (!late) return given;
  const refundReference = openRefundOf(transactionReference, rules)?.refundReference;
  return { ...given, state: rules.state, refundReference };
}

/** A refund of it that a policy asked for and that has not ended. */
const openRefundOf = (reference: string, { policyRefunds }: Pick<ItemRules, 'policyRefunds'>) =>
  policyRefunds?.find(
    ({ transactionReference, state }) => transactionReference === reference && state === undefined,
  );

function deriveItems(credit: KnownCredit, given: Given): readonly NewReviewItem[] {
  const ofRecords = itemsOf(credit.movement).map((item) => ofRecord(credit, item, given));
  const items = [...ofRecords, ofOld(credit), ofLate(credit, given), ofInvoice(credit)].filter(
    (item) => item !== undefined,
  );
  // one credit can have two pieces that contradict its record: one item
  const distinct = items.filter(
    (item, n) => items.findIndex((each) => reviewKey(each) === reviewKey(item)) === n,
  );
  const open = `${seenOf(credit.movement)} ${credit.late?.amountKobo ?? ''}`;
  return distinct.map((item) => ofEvidence(item, open));
}

function ofRecord(credit: KnownCredit, { kind, amount }: MoneyItem, given: Given): NewReviewItem | undefined {
  const { transactionReference, observed = 'no record', movement } = credit;
  switch (kind) {
    case 'claim':
    case 'claimed-return': {
      if (!given.isReadEnough) return undefined;
      const atRiskKobo = rest(amount, movement.proven);
      if (movement.highest === ZERO) {
        const reason = `an event reported ${transactionReference}: ${observed}`;
        return { kind: 'unproven-event', subject: transactionReference, reason, atRiskKobo };
      }
      // a decision is about just this amount
      const subject = `${transactionReference}:${amount}`;
      const [known, now] = [showNaira(movement.proven), showNaira(amount)];
      const reason = `an event reports ${now} on ${transactionReference}, which was reported with ${known}`;
      return { kind: 'unproven-event', subject, reason, atRiskKobo };
    }
    case 'odd': {
      const { about, reason } = credit.doubt ?? ({ about: 'unreadable-record', reason: observed } as const);
      return {
        kind: about,
        subject: transactionReference,
        reason: `${transactionReference}: ${reason}`,
        atRiskKobo: amount,
      };
    }
    default: {
      const reason = `${transactionReference}: ${observed}, for money that the gateway had shown before`;
      return { kind: 'conflicting-records', subject: transactionReference, reason, atRiskKobo: amount };
    }
  }
}

/** An event is for a person after a number of readings, or when the gateway has not answered for too long. */
export function isReadEnough(
  { reads, claimedAt = Infinity }: KnownCredit,
  { now, readsOfClaim, unresolvedAfterMs }: Pick<ItemRules, 'now' | 'readsOfClaim' | 'unresolvedAfterMs'>,
): boolean {
  return Math.max(reads.count, reads.ofClaim ?? 0) >= readsOfClaim || now - claimedAt >= unresolvedAfterMs;
}

/** What a person sees of a credit whose amount was forgotten. */
const shownOf = ({ movement: { proven, returned } }: KnownCredit) => `${proven} ${returned}`;

function ofOld(credit: KnownCredit): NewReviewItem | undefined {
  const { old, noted, transactionReference: subject, movement, observed } = credit;
  const { proven, returned } = movement;
  const amount = totalOf(proven, returned);
  if (old === undefined || amount === 0 || noted === shownOf(credit)) return undefined;
  if (returned === 0) {
    const reason =
      old === 'unknown'
        ? `${subject} is so old that it may have been reported before`
        : `${subject} was reported with an amount that is no longer known; its record shows ${showNaira(amount)}`;
    return { kind: 'unproven-event', subject, reason, atRiskKobo: amount };
  }
  const reason = `${subject}: ${observed ?? 'it went back'}; what was reported about it is no longer known`;
  return { kind: 'conflicting-records', subject, reason, atRiskKobo: amount };
}

function ofLate(
  { late, transactionReference, movement }: KnownCredit,
  { state, refundReference }: Given,
): NewReviewItem | undefined {
  const { least } = standingOf(movement);
  if (!late || late.says === 'accept' || late.says === 'dismissed' || least === 0) return undefined;
  const asked = refundReference === undefined ? '' : `; refund ${refundReference} was requested`;
  const arrived = `${showNaira(late.amountKobo)} arrived on ${transactionReference} while the account was ${state}`;
  return {
    kind: 'paid-late',
    subject: transactionReference,
    reason: late.note ?? `${arrived}${asked}`,
    atRiskKobo: late.amountKobo < least ? late.amountKobo : least,
  };
}

/** The invoice was created, and paid, before it could announce itself: merchants were sent the money twice. */
function ofInvoice({ atInvoice, told, old, transactionReference }: KnownCredit): NewReviewItem | undefined {
  if (atInvoice === undefined || (told === ZERO && old === undefined)) return undefined;
  const reason = `${transactionReference} was reported as a credit, and pays invoice ${atInvoice}: count it once`;
  // its own key: a record that contradicts itself is another question
  const subject = `${transactionReference}:${atInvoice}`;
  return { kind: 'conflicting-records', subject, reason, atRiskKobo: told };
}

/** Whether an item is about this credit: its subject names the transaction, and perhaps an amount. */
export const isAbout = (
  { transactionReference }: KnownCredit,
  { key, kind }: Pick<ReviewItem, 'key' | 'kind'>,
) => {
  const subject = key.slice(kind.length + 1);
  return subject === transactionReference || subject.startsWith(`${transactionReference}:`);
};

/**
 * The items of an account after some of its credits changed. Once there are more than are listed, all are derived again: one item
 * of each kind stands for those that are not listed, with their sum, and is about just those.
 */
export function itemsAfter(
  review: readonly ReviewItem[],
  { changed, notKept, open }: Readonly<Record<'changed' | 'notKept' | 'open', readonly KnownCredit[]>>,
  rules: ItemRules,
  at: string,
): readonly ReviewItem[] {
  const isAll = isListFull(review);
  const isChanged = (item: ReviewItem) => isAll || changed.some((credit) => isAbout(credit, item));
  const derived = open.filter((credit) => isAll || changed.some((each) => isSame(each, credit)));
  const due = derived.flatMap((credit) => itemsDue(credit, rules));
  const keys = new Set(due.map(reviewKey));
  const isOver = (item: ReviewItem) => isOfCredits(item) && isChanged(item) && !keys.has(item.key);
  const left = review.filter((item) => !isOver(item));
  const counted = notKept
    .flatMap((credit) => asCounted(credit, rules))
    .reduce<readonly ReviewItem[]>((items, item) => withCounted(items, item, at), left);
  return withEvident(counted, due, { before: review, at });
}

/** The listing of the account itself has one as well. */
const isOfCredits = ({ isOfEvidence, kind }: ReviewItem) =>
  isOfEvidence === true && kind !== 'incomplete-comparison';

const isSame = (one: KnownCredit, other: KnownCredit) =>
  one.transactionReference === other.transactionReference;

/** A credit with those of its items that a decision covers. */
export interface Covered {
  readonly credit: KnownCredit;
  readonly items: readonly NewReviewItem[];
}

/** The credits that an item is about. */
export function behind(
  item: ReviewItem,
  { open, review }: { readonly open: readonly KnownCredit[]; readonly review: readonly ReviewItem[] },
  rules: ItemRules,
): readonly Covered[] {
  const listed = new Set(review.filter((each) => !isOverflow(each)).map(({ key }) => key));
  const isCovered = (each: NewReviewItem) =>
    isOverflow(item) ? each.kind === item.kind && !listed.has(reviewKey(each)) : reviewKey(each) === item.key;
  return open
    .map((credit) => ({ credit, items: itemsDue(credit, rules).filter(isCovered) }))
    .filter(({ items }) => items.length > 0);
}

/** Why late money cannot be accepted now: it is on its way back, its last record does not show it, or what ended calls for another. */
export function whyNotAccept({ credit, items }: Covered, rules: ItemRules): string | undefined {
  const { transactionReference, movement, reads, observed } = credit;
  if (!items.some(({ kind }) => kind === 'paid-late')) return undefined;
  const refund = openRefundOf(transactionReference, rules);
  if (refund) return refundIsUnderWay(refund.refundReference);
  const underWay = underWayOf(credit);
  if (underWay > ZERO) return refundsUnderWay(underWay);
  // a refund that failed may have been all that explained what its record says
  return reads.isOwed || mayBeTakenBack(movement) ? recordComesFirst(observed) : undefined;
}

function mayBeTakenBack(movement: KnownCredit['movement']): boolean {
  const { isAtOdds, isUnreadable } = movement;
  return isUnconfirmed(movement) || isAtOdds || isUnreadable || isInterrupted(movement);
}

/** Its money was not shown when its record was last found, and no second reading has said so: it is read until one is found. */
export const isInterrupted = ({ run, lastSeen, proven, decided }: KnownCredit['movement']) =>
  proven > ZERO &&
  decided === undefined &&
  lastSeen !== 'money' &&
  (run === undefined || run.shows === 'absent');

/** A person's decision on items of a credit; what follows from it is derived like everything else. */
export function decidedOn(
  { credit, items }: Covered,
  { decision, amountKobo: amount }: Pick<Resolution, 'decision' | 'amountKobo'>,
  at: number,
): KnownCredit {
  const isOf = (item: NewReviewItem | undefined) => item !== undefined && isAmong(items, item);
  const { late } = credit;
  if (late && items.some(({ kind }) => kind === 'paid-late')) {
    return { ...credit, late: { ...late, says: decision === 'accept' ? 'accept' : 'dismissed' } };
  }
  if (isOf(ofInvoice(credit))) return without(credit, 'atInvoice');
  if (isOf(ofOld(credit))) return withOldDecided(credit, decision);
  return withDecision(credit, saysOf(credit, decision), { at, amount });
}

/** What was never reported counts once a person says so. What was reported, with another amount or not, is corrected by people. */
function withOldDecided(credit: KnownCredit, decision: Resolution['decision']): KnownCredit {
  const isOurs = decision === 'accept' || decision === 'happened';
  if (credit.old === 'unknown' && isOurs && credit.movement.returned === ZERO)
    return without(credit, 'old', 'noted');
  return { ...credit, noted: shownOf(credit) };
}

/** Whether a decision on these items is about the records of the credit, which it must not contradict. */
export const isOfRecords = ({ credit, items }: Covered): boolean =>
  [ofOld(credit), ofInvoice(credit)].every((item) => !item || !isAmong(items, item)) &&
  !items.some(({ kind }) => kind === 'paid-late');

const isAmong = (items: readonly NewReviewItem[], item: NewReviewItem) =>
  items.some((each) => reviewKey(each) === reviewKey(item));

/** What is left of items whose credits are more than can be kept: a sum that a person looks at. */
const asCounted = (credit: KnownCredit, rules: ItemRules): readonly NewReviewItem[] =>
  itemsDue(credit, rules).map(({ kind, reason, atRiskKobo }) => ({
    kind,
    subject: 'not-kept',
    reason: `more items of this kind than are kept; the last of them: ${reason}`,
    atRiskKobo,
  }));

/** What a decision on an item says about the records of a credit. */
export function saysOf({ movement }: KnownCredit, decision: Resolution['decision']): Decision['says'] {
  // what no record has shown either happened or did not
  if (movement.hasShown) return 'seen';
  return decision === 'happened' || decision === 'accept' ? 'happened' : 'did-not-happen';
}

/** What may be decided on the records of a credit: only what no record contradicts. */
export const mayDecide = (credit: KnownCredit, decision: Resolution['decision']): boolean =>
  decisionsOn(credit.movement).includes(saysOf(credit, decision));
