import type { UnmatchedEvent } from '../lifecycle/events/unmatched.js';
import { type Kobo, totalOf, ZERO } from '../money.js';

/** Events that one workflow of a day holds together, because too many were open to keep each in its own. */
export interface Collected {
  readonly count: number;
  /** What they report together. */
  readonly amountKobo: Kobo;
  readonly byReason: readonly CollectedReason[];
  /** The first of them. */
  readonly samples: readonly Sample[];
  /** What the others are found by, with the money that each reports. */
  readonly others: readonly Other[];
  /** More than are listed; the history of the workflow has each of them. */
  readonly unlisted: number;
}

export interface CollectedReason {
  readonly eventType: string;
  readonly reason: string;
  readonly count: number;
  readonly amountKobo: Kobo;
}

export interface Other {
  readonly reference: string;
  readonly about?: string;
  readonly amountKobo?: Kobo;
}

export interface Sample extends Other {
  readonly eventType: string;
  readonly reason: string;
  readonly excerpt: string;
}

/** Bounds of what a run carries to the next: about 300 kilobytes. */
const REASONS_KEPT = 50;
const SAMPLES_KEPT = 20;
const OTHERS_KEPT = 1_500;

export const NOTHING_COLLECTED: Collected = {
  count: 0,
  amountKobo: ZERO,
  byReason: [],
  samples: [],
  others: [],
  unlisted: 0,
};

/** With one more event; one that is listed already is a repeat, and changes nothing. */
export function withCollected(before: Collected, event: UnmatchedEvent): Collected {
  const { reference, about, amountKobo, eventType, reason, excerpt } = event;
  const isKnown = (each: Other) => each.reference === reference;
  if (before.samples.some(isKnown) || before.others.some(isKnown)) return before;
  const other = {
    reference,
    ...(about !== undefined && { about }),
    ...(amountKobo !== undefined && { amountKobo }),
  };
  const isSample = before.samples.length < SAMPLES_KEPT;
  const isListed = isSample || before.others.length < OTHERS_KEPT;
  return {
    count: before.count + 1,
    amountKobo: totalOf(before.amountKobo, amountKobo ?? ZERO),
    byReason: withReason(before.byReason, { eventType, reason, count: 1, amountKobo: amountKobo ?? ZERO }),
    samples: isSample ? [...before.samples, { ...other, eventType, reason, excerpt }] : before.samples,
    others: !isSample && isListed ? [...before.others, other] : before.others,
    unlisted: before.unlisted + (isListed ? 0 : 1),
  };
}

function withReason(all: readonly CollectedReason[], one: CollectedReason): readonly CollectedReason[] {
  const isTooMany = all.length >= REASONS_KEPT && !all.some((each) => isSame(each, one));
  const wanted = isTooMany ? { ...one, eventType: 'other', reason: 'other reasons' } : one;
  const before = all.find((each) => isSame(each, wanted));
  if (!before) return [...all, wanted];
  const count = before.count + 1;
  const amountKobo = totalOf(before.amountKobo, wanted.amountKobo);
  return all.map((each) => (each === before ? { ...each, count, amountKobo } : each));
}

const isSame = (one: CollectedReason, other: CollectedReason) =>
  one.eventType === other.eventType && one.reason === other.reason;
