import { isItemAbout, type NewReviewItem, ofEvidence, reviewKey } from '../lifecycle/review.js';
import { itemsOf, type MoneyItem, seenOf, standingOf } from '../movement/standing.js';
import { beside, subjectOfSends, unauthorised, unresolvedAt } from '../payout/items.js';
import type { Attempt } from './attempt.js';

/** What decides whether something is for a person yet. */
export interface ItemRules {
  /** What it is about, within its lifecycle: the reference at the gateway. */
  readonly subject: string;
  /** What a request without an answer is called: `debit`, `charge`. */
  readonly noun: string;
  readonly now: number;
  /** How often a record is read before an event that it does not show is for a person. */
  readonly readsOfClaim: number;
  /** How long an outcome may be unknown. */
  readonly unresolvedAfterMs: number;
  /** Keys of the items that are open. */
  readonly open: readonly string[];
}

/** What a person must look at: what the evidence leaves open, and what has been unknown for too long. */
export function itemsDue(attempt: Attempt, rules: ItemRules): readonly NewReviewItem[] {
  const open = itemsOf(attempt.movement);
  const items = open.map((item) => beside(toReviewItem(attempt, item, rules), item, open));
  const refused = unauthorised(attempt);
  const due = [
    ...items,
    unresolved(attempt, rules),
    refused && { ...refused, subject: rules.subject, reason: `${rules.subject}: ${refused.reason}` },
  ].filter((item) => item !== undefined);
  return due.map((item) => ofEvidence(item, seenOf(attempt.movement)));
}

function toReviewItem(
  attempt: Attempt,
  { kind, amount }: MoneyItem,
  rules: ItemRules,
): NewReviewItem | undefined {
  const { subject } = rules;
  const named = withAmount(attempt, subject, amount);
  switch (kind) {
    case 'claim':
    case 'claimed-return':
      return unproven(attempt, { named, amount }, rules);
    case 'odd': {
      const { about = 'unreadable-record', reason = 'its record could not be read' } = attempt.doubt ?? {};
      return { kind: about, subject: named, reason: `${subject}: ${reason}`, atRiskKobo: amount };
    }
    default: {
      const reason = `${subject}: the gateway contradicts what it had reported: ${attempt.observed ?? 'no record'}`;
      return { kind: 'conflicting-records', subject: `records:${named}`, reason, atRiskKobo: amount };
    }
  }
}

/** A decision is about the amount that the person saw: about another one the item has another name. */
function withAmount({ movement }: Attempt, subject: string, amount: MoneyItem['amount']): string {
  return amount === movement.terms.asked ? subject : `${amount}:${subject}`;
}

/** At once where the record ends without the money. Only a record with the money, or a decision, ends the item. */
function unproven(
  { reads, claimedAt, movement }: Attempt,
  { named, amount }: { readonly named: string; readonly amount: MoneyItem['amount'] },
  { subject, readsOfClaim, now, unresolvedAfterMs, open }: ItemRules,
): NewReviewItem | undefined {
  const reason = `the gateway's record does not show what an event reported about ${subject}`;
  const kind = 'unproven-event';
  const item: NewReviewItem = { kind, subject: named, reason, atRiskKobo: amount };
  const isOverdue = claimedAt !== undefined && now - claimedAt >= unresolvedAfterMs;
  const isRead = Math.max(reads.count, reads.ofClaim ?? 0) >= readsOfClaim;
  const isOpen = open.some((key) => key.startsWith(`${kind}:`) && isItemAbout({ key }, subject));
  return movement.isEnded || isOverdue || isRead || isOpen ? item : undefined;
}

function unresolved(attempt: Attempt, rules: ItemRules): NewReviewItem | undefined {
  const { name, most } = standingOf(attempt.movement);
  const { subject, noun, now, open } = rules;
  const at = unresolvedAt(attempt, rules, 0);
  const kind = 'unresolved';
  const what = name === 'unknown' ? subjectOfSends(attempt, noun) : 'status';
  // what a person was asked about stays open, also under the name that counts a later request
  const first = reviewKey({ kind, subject: name === 'unknown' ? noun : what });
  const wasOpen = open.some((key) => key.startsWith(first) && key.endsWith(`:${subject}`));
  if (now < at && (at === Infinity || !wasOpen)) return undefined;
  const item = { kind, subject: `${what}:${subject}` } as const;
  return {
    ...item,
    reason: `the gateway has not reported the outcome of ${noun} ${subject}`,
    atRiskKobo: most,
  };
}
