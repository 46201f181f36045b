import { shortHash } from '../hash.js';
import { type Hold, type NewReviewItem, ofEvidence, reviewKey } from '../lifecycle/review.js';
import { firstLeftOf } from '../movement/evidence.js';
import { itemsOf, type MoneyItem, seenOf, standingOf } from '../movement/standing.js';
import type { ItemTexts, Payout } from './payout.js';

/** What decides whether something is for a person yet. */
export interface ItemRules {
  /** What it is about, within its lifecycle: the reference. Undefined where the place adds it to every item. */
  readonly subject?: string | undefined;
  readonly now: number;
  /** How often a record is read before an event that it does not show is for a person. */
  readonly readsOfClaim: number;
  /** How long an outcome may be unknown. */
  readonly unresolvedAfterMs: number;
  /** From when on an outcome is expected. */
  readonly expectedFrom: number;
  /** Keys of the items that are open. */
  readonly open: readonly string[];
}

const SUBJECT_OF_RECORDS = 'records';

/** What a person must look at: what the evidence leaves open, and what has been unknown for too long. */
export function itemsDue(payout: Payout, rules: ItemRules): readonly NewReviewItem[] {
  const open = itemsOf(payout.movement);
  const items = open.map((item) => beside(toReviewItem(payout, item, rules), item, open));
  const due = [...items, unresolved(payout, rules), unauthorised(payout)].filter(
    (item) => item !== undefined,
  );
  return due.map((item) => ofEvidence(item, seenOf(payout.movement)));
}

/** What items say, with what they said before. */
export function withTexts(texts: ItemTexts = {}, due: readonly NewReviewItem[]): ItemTexts {
  const changed = due.filter((item) => texts[reviewKey(item)]?.says !== shortHash(item.reason));
  if (changed.length === 0) return texts;
  const numbered = changed.map((item) => {
    const { number = 0 } = texts[reviewKey(item)] ?? {};
    return [reviewKey(item), { says: shortHash(item.reason), number: number + 1 }] as const;
  });
  return { ...texts, ...Object.fromEntries(numbered) };
}

/** A decision is about what the person has read: an item that says something else has another name. */
export function named(item: NewReviewItem, texts: ItemTexts): NewReviewItem {
  const { number = 1 } = texts[reviewKey(item)] ?? {};
  if (number === 1) return item;
  return { ...item, subject: [item.subject, number].filter((part) => part !== undefined).join('-') };
}

/** The item of a hold. A release is for the reason that the person has read: another reason is another item. */
export function itemOfHold(
  { movement, texts: before }: Pick<Payout, 'movement' | 'texts'>,
  { kind, reason }: { readonly kind: Hold; readonly reason: string },
): { readonly item: NewReviewItem; readonly texts: ItemTexts } {
  const item = { kind, reason, atRiskKobo: movement.terms.asked };
  const texts = withTexts(before, [item]);
  return { item: named(item, texts), texts };
}

/** It was safe to pay again, and may be paid by other means since: nothing more of it is let out before a person has looked. */
export const isContradicted = (items: readonly Pick<NewReviewItem, 'kind'>[]) =>
  items.some(({ kind }) => kind === 'conflicting-records');

/**
 * The item, named after what else is open. A decision is about everything that is known: one that was made before an event
 * came finds no item of that name.
 */
export function beside(
  item: NewReviewItem | undefined,
  { kind }: MoneyItem,
  open: readonly MoneyItem[],
): NewReviewItem | undefined {
  const others = open.map((each) => each.kind).filter((each) => each !== kind);
  return item && others.length > 0
    ? {
        ...item,
        subject: [item.subject, ...others].filter((part) => part !== undefined).join('+'),
        reason: `${item.reason}; also open: ${others.join(', ')}`,
      }
    : item;
}

function toReviewItem(
  payout: Payout,
  { kind, amount }: MoneyItem,
  rules: ItemRules,
): NewReviewItem | undefined {
  const { subject, readsOfClaim } = rules;
  const about = subject === undefined ? {} : { subject };
  switch (kind) {
    case 'claim':
    case 'claimed-return': {
      if (Math.max(payout.reads.count, payout.reads.ofClaim ?? 0) < readsOfClaim) return undefined;
      // it was read once, and the second reading settles it
      if (kind === 'claimed-return' && payout.movement.run?.shows === 'return') return undefined;
      const reason = "the gateway's record does not show what a gateway event reported";
      return { kind: 'unproven-event', ...about, reason, atRiskKobo: amount };
    }
    case 'odd': {
      const { about: word = 'unreadable-record', reason = 'its record could not be read' } =
        payout.doubt ?? {};
      return { kind: word, ...about, reason, atRiskKobo: amount };
    }
    default: {
      const reason = `the gateway contradicts what it had reported: ${payout.record?.observed ?? 'no record'}`;
      return { kind: 'conflicting-records', subject: SUBJECT_OF_RECORDS, reason, atRiskKobo: amount };
    }
  }
}

/** For so long at most it is left to Oware to find out whether the gateway has a request. */
const UNKNOWN_AT_MOST_MS = 3_600_000;

/** When it is for a person that its outcome is unknown; never where that is not so. */
export function unresolvedAt(
  { movement }: Payout,
  { unresolvedAfterMs }: Pick<ItemRules, 'unresolvedAfterMs'>,
  expectedFrom: number,
): number {
  const { name } = standingOf(movement);
  if ((name !== 'unknown' && name !== 'waiting' && name !== 'ending') || !movement.left) return Infinity;
  const { last } = movement.left;
  return name === 'unknown'
    ? firstLeftOf(movement.left) + Math.min(unresolvedAfterMs, UNKNOWN_AT_MOST_MS)
    : Math.max(last, expectedFrom) + unresolvedAfterMs;
}

const SUBJECT_OF_SENDS = 'send';

/** It names how many requests left: a decision is about those that the person saw, and about no later one. */
export function subjectOfSends({ movement }: Pick<Payout, 'movement'>, name: string): string {
  const { count = 1 } = movement.left ?? {};
  return count > 1 ? `${name}-${count}` : name;
}

function unresolved(payout: Payout, rules: ItemRules): NewReviewItem | undefined {
  const { name, most } = standingOf(payout.movement);
  const at = unresolvedAt(payout, rules, rules.expectedFrom);
  const kind = 'unresolved';
  const [subject, first] =
    name === 'unknown' ? [subjectOfSends(payout, SUBJECT_OF_SENDS), SUBJECT_OF_SENDS] : ['status', 'status'];
  // what a person was asked about stays open, also under the name that counts a later request
  const wasOpen = rules.open.some((key) => key.startsWith(reviewKey({ kind, subject: first })));
  if (rules.now < at && (at === Infinity || !wasOpen)) return undefined;
  return { kind, subject, reason: 'the gateway has not reported an outcome', atRiskKobo: most };
}

/**
 * The gateway refuses to send it at all: waiting alone changes nothing. It stays until another answer, also while it is tried.
 * What may have left is for a person as such: nothing about it is as simple as a permission.
 */
export function unauthorised({
  movement,
  unsent,
  held,
}: Pick<Payout, 'movement' | 'unsent' | 'held'>): NewReviewItem | undefined {
  const { name } = standingOf({ ...movement, sending: undefined });
  if (!held?.isUnauthorised || unsent || name !== 'unsent') return undefined;
  const reason = `the gateway does not let Oware send it: ${held.because}`;
  return { kind: 'not-authorised', reason, atRiskKobo: movement.terms.asked };
}
