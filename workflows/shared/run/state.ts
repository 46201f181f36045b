import { defineSearchAttributeKey, type SearchAttributeUpdatePair } from '@temporalio/common';
import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import { shortHash } from '../../../src/domain/hash.js';
import type { Kobo } from '../../../src/domain/money.js';
import {
  atRisk,
  kindsOf,
  type Matter,
  type Resolution,
  reviewKey,
  type ReviewItem,
  type ReviewState,
  withDismissed,
  withItem,
  withResolved,
} from '../../../src/domain/lifecycle/review.js';
import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import { mayBecome, type Transitions } from '../../../src/domain/lifecycle/transitions.js';

const STATE = defineSearchAttributeKey('OwareState', 'KEYWORD');
const SINCE = defineSearchAttributeKey('OwareSince', 'DATETIME');
const REVIEW = defineSearchAttributeKey('OwareReview', 'KEYWORD_LIST');
const AT_RISK = defineSearchAttributeKey('OwareAtRiskKobo', 'INT');
const AMOUNT = defineSearchAttributeKey('OwareAmountKobo', 'INT');
const GATEWAY_REFERENCE = defineSearchAttributeKey('OwareGatewayReference', 'KEYWORD');

/** The gateway repeats an event within hours, so the keys of the last ones are enough. */
const KEYS_KEPT = 100;
/** How it came here: the first moves and the last ones. */
const TRANSITIONS_KEPT = 50;

export interface StateRules<Snapshot extends LifecycleSnapshot> {
  /** What the Web UI shows on top of the story. No personal data: whoever can open the page reads it. */
  readonly describe: (snapshot: Snapshot) => string;
  /** Where each state may go; anything else is a mistake of ours, and fails visibly. */
  readonly allowedTransitions: Transitions<Snapshot['state']>;
  /** What is at risk when the merchant cannot be told of it. */
  readonly worth: (snapshot: Snapshot) => Kobo;
  /** What of it webhooks and answers carry, where all of it would be too much. */
  readonly inWebhooks?: (snapshot: Snapshot) => Snapshot;
  /** What of it readers get. */
  readonly readable?: (snapshot: Snapshot) => Snapshot;
  /** What of it the next run gets. */
  readonly packed?: (snapshot: Snapshot) => Snapshot;
  /** States that pass too quickly for anybody to filter by them; they save an event of history. */
  readonly passing?: readonly Snapshot['state'][];
}

export type LifecycleState<Snapshot extends LifecycleSnapshot> = ReturnType<
  typeof createLifecycleState<Snapshot>
>;

/** Holds a story's snapshot and is the only one to change it; each change shows in the Web UI. */
export function createLifecycleState<Snapshot extends LifecycleSnapshot>(
  initial: Snapshot,
  { describe, allowedTransitions, worth, inWebhooks, readable, packed, passing = [] }: StateRules<Snapshot>,
) {
  let now = initial;

  function change(part: Partial<Snapshot>): void {
    now = { ...now, ...part };
    setCurrentDetails(describe(now));
  }

  /** Shared fields are written through here: the compiler cannot see that a Snapshot has just these. */
  const changeOwn = (part: Partial<LifecycleSnapshot>) => change(part as Partial<Snapshot>);

  function move(to: Snapshot['state'], reason: string): void {
    if (!mayBecome(allowedTransitions, now.state, to))
      throw new Error(`${now.state} may not become ${to}: ${reason}`);
    const at = timestamp();
    const transitions = [...now.transitions, { to, at, reason }];
    const kept =
      transitions.length > TRANSITIONS_KEPT
        ? [...transitions.slice(0, 5), ...transitions.slice(5 - TRANSITIONS_KEPT)]
        : transitions;
    changeOwn({ state: to, reason, transitions: kept });
    if (!passing.includes(to)) upsertSearchAttributes(standing(to, at));
  }

  const standing = (state: string, at: string): SearchAttributeUpdatePair[] => [
    { key: STATE, value: state },
    { key: SINCE, value: new Date(at) },
  ];

  function review(items: readonly ReviewItem[], part: Partial<ReviewState> = {}): void {
    const [before, after] = [filters(now.review), filters(items)];
    changeOwn({ ...part, review: items });
    // people filter by the kinds and by what is at risk, not by how the reason is worded
    if (before !== after) upsertSearchAttributes(attributesOf(items));
  }

  /** True when it is new: known ones, and those that a person has dismissed, are not raised again. */
  function raise(matter: Matter): boolean {
    const key = reviewKey(matter);
    if (now.dismissed?.includes(shortHash(key))) return false;
    const isNew = !now.review.some((item) => item.key === key);
    const items = withItem(now.review, matter, timestamp());
    if (JSON.stringify(items) !== JSON.stringify(now.review)) review(items);
    return isNew;
  }

  /** The matter has mended itself. */
  function clear(isMended: (item: ReviewItem) => boolean): void {
    const left = now.review.filter((item) => !isMended(item));
    if (left.length < now.review.length) review(left);
  }

  /**
   * A person has decided. It does not come back, but for others of those counted together; what is unresolved
   * under the same name another time, a second cancel, is another matter.
   */
  function resolve(item: ReviewItem, resolution: Resolution): void {
    const resolved = withResolved(now.resolved, { ...resolution, key: item.key, at: timestamp() });
    const { dismissed: before } = now;
    const mayReturn = item.count !== undefined || item.kind === 'unresolved';
    const dismissed = mayReturn ? (before ?? []) : withDismissed(before, shortHash(item.key));
    review(
      now.review.filter((each) => each.key !== item.key),
      { resolved, dismissed },
    );
  }

  return {
    snapshot: () => now,
    worth: () => worth(now),
    inWebhooks: () => inWebhooks?.(now) ?? now,
    readable: () => readable?.(now) ?? now,
    packed: () => packed?.(now) ?? now,
    change,
    move,
    mayBecome: (to: Snapshot['state']) => mayBecome(allowedTransitions, now.state, to),
    raise,
    clear,
    resolve,
    /** A run that was begun by news says what people filter by; one that was asked for has it from its start. */
    show: (amountKobo?: Kobo) =>
      upsertSearchAttributes([
        ...standing(now.state, now.transitions.at(-1)?.at ?? now.epoch),
        ...(amountKobo === undefined ? [] : [{ key: AMOUNT, value: amountKobo as number }]),
        ...(now.review.length === 0 ? [] : attributesOf(now.review)),
      ]),
    /** So that news finds its way here that names nothing but the gateway's own transaction. */
    isKnownAs: (transactionReference: string) =>
      upsertSearchAttributes([{ key: GATEWAY_REFERENCE, value: transactionReference }]),
    hasSeen: (key: string) => now.seen.includes(key),
    noteSeen: (key: string) =>
      changeOwn({ seen: [...now.seen.filter((each) => each !== key), key].slice(-KEYS_KEPT) }),
    nextSequence: () => {
      changeOwn({ sequence: now.sequence + 1 });
      return now.sequence;
    },
  };
}

const filters = (items: readonly ReviewItem[]) => `${kindsOf(items).join()} ${atRisk(items)}`;

function attributesOf(items: readonly ReviewItem[]): SearchAttributeUpdatePair[] {
  const isEmpty = items.length === 0;
  return [
    { key: REVIEW, value: isEmpty ? null : kindsOf(items) },
    { key: AT_RISK, value: isEmpty ? null : atRisk(items) },
  ];
}

export function timestamp(): string {
  return new Date().toISOString();
}
