import { defineSearchAttributeKey, type SearchAttributeUpdatePair } from '@temporalio/common';
import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import { shortHash } from '../../../src/domain/hash.js';
import type { Kobo } from '../../../src/domain/money.js';
import {
  afterDecision,
  atRisk,
  isDecided,
  kindsOf,
  namingMoney,
  type NewReviewItem,
  type Resolution,
  reviewKey,
  type ReviewItem,
  type ReviewState,
  withItem,
  withoutItems,
} from '../../../src/domain/lifecycle/review.js';
import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import { confirmedMs } from '../../../src/domain/lifecycle/observer.js';
import { isDoubt } from '../../../src/domain/lifecycle/reading.js';
import { mayBecome, type Transitions } from '../../../src/domain/lifecycle/transitions.js';
import { observer } from './observer.js';

const STATE = defineSearchAttributeKey('OwareState', 'KEYWORD');
const SINCE = defineSearchAttributeKey('OwareSince', 'DATETIME');
const WEBHOOKS_UNTIL = defineSearchAttributeKey('OwareWebhooksUntil', 'DATETIME');
const WEBHOOKS_WAITING = defineSearchAttributeKey('OwareWebhooksWaiting', 'BOOL');
const REVIEW = defineSearchAttributeKey('OwareReview', 'KEYWORD_LIST');
const AT_RISK = defineSearchAttributeKey('OwareAtRiskKobo', 'INT');
const AMOUNT = defineSearchAttributeKey('OwareAmountKobo', 'INT');
const GATEWAY_REFERENCE = defineSearchAttributeKey('OwareGatewayReference', 'KEYWORD');

/** The gateway redelivers an event within hours, so the latest keys are enough. */
const KEYS_KEPT = 100;
/** The time up to which a run has webhooks is rounded up to this, so that a busy account changes it seldom. */
const WEBHOOKS_UNTIL_STEP_MS = 15 * 60_000;
/** The first and the latest transitions are kept. */
const TRANSITIONS_KEPT = 50;

/** What the Web UI shows of a run besides its snapshot, in this order. */
const NOTES_SHOWN = ['lastCheck', 'nextCheck', 'webhook'] as const;
type Notes = Readonly<Partial<Record<(typeof NOTES_SHOWN)[number], string | undefined>>>;

export interface StateRules<Snapshot extends LifecycleSnapshot> {
  /**
   * The details at the top of the workflow in the Web UI. No personal data: everyone with access to the page
   * reads it.
   */
  readonly describe: (snapshot: Snapshot) => string;
  /** The legal transitions; any other one is a bug and throws. */
  readonly allowedTransitions: Transitions<Snapshot['state']>;
  /** Amount at risk while a webhook is undelivered. */
  readonly worth: (snapshot: Snapshot) => Kobo;
  /** The part that webhooks and replies carry, where the whole would be too large. */
  readonly inWebhooks?: (snapshot: Snapshot) => Snapshot;
  /** The part that readers get. */
  readonly readable?: (snapshot: Snapshot) => Snapshot;
  /** The part that the next run gets. */
  readonly packed?: (snapshot: Snapshot) => Snapshot;
  /** States that are too short-lived to filter by; leaving them out saves a history event. */
  readonly passing?: readonly Snapshot['state'][];
}

export type LifecycleState<Snapshot extends LifecycleSnapshot> = ReturnType<
  typeof createLifecycleState<Snapshot>
>;

/** Holds a lifecycle's snapshot and is the only place that changes it; each change shows in the Web UI. */
export function createLifecycleState<Snapshot extends LifecycleSnapshot>(
  initial: Snapshot,
  { describe, allowedTransitions, worth, inWebhooks, readable, packed, passing = [] }: StateRules<Snapshot>,
) {
  let now = initial;
  /** What its search attributes cover, in milliseconds since the epoch. */
  let webhooksUntil = 0;

  /** Of this run, below the details of the snapshot. */
  let notes: Notes = {};

  function showDetails(): void {
    const lines = NOTES_SHOWN.map((about) => notes[about]).filter((line) => line !== undefined);
    setCurrentDetails([describe(now), ...lines.map((line) => `- ${line}`)].join('\n'));
  }

  function change(part: Partial<Snapshot>): void {
    now = { ...now, ...part };
    showDetails();
  }

  /** Shared fields are written through here: the compiler cannot see that a Snapshot has just these. */
  const changeOwn = (part: Partial<LifecycleSnapshot>) => change(part as Partial<Snapshot>);

  function transitionTo(to: Snapshot['state'], reason: string): void {
    if (!mayBecome(allowedTransitions, now.state, to))
      throw new Error(`${now.state} may not become ${to}: ${reason}`);
    const at = timestamp();
    observer.transition(now.lifecycle, to, confirmedMs(now, { to, at }));
    const transitions = [...now.transitions, { to, at, reason }];
    const kept =
      transitions.length > TRANSITIONS_KEPT
        ? [...transitions.slice(0, 5), ...transitions.slice(5 - TRANSITIONS_KEPT)]
        : transitions;
    changeOwn({ state: to, reason, transitions: kept });
    if (!passing.includes(to)) upsertSearchAttributes(standing(to, at));
  }

  function standing(state: string, at: string): SearchAttributeUpdatePair[] {
    const since = new Date(at);
    webhooksUntil = Math.max(webhooksUntil, since.getTime());
    return [
      { key: STATE, value: state },
      { key: SINCE, value: since },
    ];
  }

  /** Lets lists by time find a webhook. Most are sent with a change of state, which shows the same time. */
  function showWebhook(at: string): void {
    const ms = Date.parse(at);
    if (ms <= webhooksUntil) return;
    webhooksUntil = Math.ceil(ms / WEBHOOKS_UNTIL_STEP_MS) * WEBHOOKS_UNTIL_STEP_MS;
    upsertSearchAttributes([{ key: WEBHOOKS_UNTIL, value: new Date(webhooksUntil) }]);
  }

  function review(items: readonly ReviewItem[], part: Partial<ReviewState> = {}): void {
    const [before, after] = [filters(now.review), filters(items)];
    changeOwn({ ...part, review: items });
    // the search attributes hold kinds and amounts, not the wording of reasons
    if (before !== after) upsertSearchAttributes(attributesOf(items));
  }

  /**
   * True when the item is new: open and dismissed ones are not raised again. After a decision on other money it has a key
   * that names its own.
   */
  function raise(newItem: NewReviewItem): boolean {
    const isDismissed = (item: NewReviewItem) => now.dismissed?.includes(shortHash(reviewKey(item))) ?? false;
    const item = isDismissed(newItem) ? namingMoney(newItem) : newItem;
    if (isDismissed(item)) return false;
    const isNew = !now.review.some(({ key }) => key === reviewKey(item));
    const items = withItem(now.review, item, timestamp());
    setItems(items);
    return isNew;
  }

  /** The same for an item that follows from evidence: a decision on just this ends it, and other evidence is another item. */
  function raiseUndecided(item: Parameters<typeof isDecided>[1]): boolean {
    if (!isDecided(now, item)) return raise(item);
    clear(({ key }) => key === reviewKey(item));
    return false;
  }

  /** Removes items whose cause is gone. */
  function clear(isObsolete: (item: ReviewItem) => boolean): void {
    const left = withoutItems(now.review, isObsolete);
    if (left.length < now.review.length) review(left);
  }

  /** Sets the items of a subject that derives the whole list itself. */
  function setItems(items: readonly ReviewItem[]): void {
    if (JSON.stringify(items) !== JSON.stringify(now.review)) review(items);
  }

  function resolve(item: ReviewItem, resolution: Resolution): void {
    const { review: left, ...decided } = afterDecision(now, item, resolution, timestamp());
    review(left, decided);
  }

  /** Raises what a read leaves in doubt; any readable record of the same subject clears an earlier doubt. */
  function weighDoubt(subject: string, reading: { readonly kind: string }): void {
    if (isDoubt(reading)) {
      const { about: kind, reason, atRiskKobo } = reading;
      raise({ kind, subject, reason, atRiskKobo });
    } else if (reading.kind !== 'none' && reading.kind !== 'absent') {
      const doubts = ['unreadable-record', 'identity-mismatch'].map((kind) => `${kind}:${subject}`);
      clear(({ key }) => doubts.includes(key));
    }
  }

  return {
    snapshot: () => now,
    /** Shows lines in the Web UI that are not part of the snapshot; an undefined one is removed. */
    note(lines: Notes): void {
      notes = { ...notes, ...lines };
      showDetails();
    },
    worth: () => worth(now),
    inWebhooks: () => inWebhooks?.(now) ?? now,
    readable: () => readable?.(now) ?? now,
    packed: () => packed?.(now) ?? now,
    change,
    transitionTo,
    mayBecome: (to: Snapshot['state']) => mayBecome(allowedTransitions, now.state, to),
    raise,
    raiseUndecided,
    clear,
    setItems,
    weighDoubt,
    resolve,
    /** Sets the search attributes of a run that an event started; a requested one has them from its start. */
    show: (amountKobo?: Kobo) =>
      upsertSearchAttributes([
        ...standing(now.state, now.transitions.at(-1)?.at ?? now.epoch),
        ...(amountKobo === undefined ? [] : [{ key: AMOUNT, value: amountKobo as number }]),
        ...(now.review.length === 0 ? [] : attributesOf(now.review)),
      ]),
    /** Shows another word as its state to people who filter, such as PAUSED while one of its sends is paused. */
    showAs: (state: string) => upsertSearchAttributes(standing(state, timestamp())),
    /** Lets an event that names only the gateway's transaction find this workflow. */
    indexTransaction: (transactionReference: string) =>
      upsertSearchAttributes([{ key: GATEWAY_REFERENCE, value: transactionReference }]),
    showWebhook,
    showWebhooksWaiting: (areWaiting: boolean) =>
      upsertSearchAttributes([{ key: WEBHOOKS_WAITING, value: areWaiting ? true : null }]),
    hasSeen: (key: string) => now.seen.includes(key),
    markSeen: (key: string) =>
      changeOwn({ seen: [...now.seen.filter((each) => each !== key), key].slice(-KEYS_KEPT) }),
    /** The same for many at once, which costs one change. */
    markAllSeen: (keys: readonly string[]) => {
      const latest = keys.slice(-KEYS_KEPT);
      changeOwn({
        seen: [...now.seen.filter((each) => !latest.includes(each)), ...latest].slice(-KEYS_KEPT),
      });
    },
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
