import { defineSearchAttributeKey } from '@temporalio/common';
import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { Kobo } from '../../src/domain/money.js';
import type { Attention, Decision, StorySnapshot } from '../../src/domain/story.js';

const STATE = defineSearchAttributeKey('OwareState', 'KEYWORD');
const SINCE = defineSearchAttributeKey('OwareSince', 'DATETIME');
const ATTENTION = defineSearchAttributeKey('OwareAttention', 'KEYWORD');
const AT_RISK = defineSearchAttributeKey('OwareAtRiskKobo', 'INT');
const GATEWAY_REFERENCE = defineSearchAttributeKey('OwareGatewayReference', 'KEYWORD');

/** The gateway repeats an event within hours, so the keys of the last ones are enough. */
const KEYS_KEPT = 100;

export interface RecordRules<Snapshot extends StorySnapshot> {
  /** What the Web UI shows on top of the story. No personal data: whoever can open the page reads it. */
  readonly describe: (snapshot: Snapshot) => string;
  /** What is at risk when the merchant cannot be told of it. */
  readonly worth: (snapshot: Snapshot) => Kobo;
  /** What of it notices and answers carry, where all of it would be too much. */
  readonly tellable?: (snapshot: Snapshot) => Snapshot;
  /** What a person has to look at when something more comes up. */
  readonly join?: (before: Attention | undefined, given: Attention) => Attention;
  /** States that pass too quickly for anybody to filter by them; they save an event of history. */
  readonly passing?: readonly Snapshot['state'][];
}

export type StoryRecord<Snapshot extends StorySnapshot> = ReturnType<typeof createRecord<Snapshot>>;

/** Holds a story's snapshot and is the only one to change it; each change shows in the Web UI. */
export function createRecord<Snapshot extends StorySnapshot>(
  initial: Snapshot,
  { describe, worth, tellable, passing = [], join = joinReasons }: RecordRules<Snapshot>,
) {
  let now = initial;

  function change(part: Partial<Snapshot>): void {
    now = { ...now, ...part };
    setCurrentDetails(describe(now));
  }

  /** Shared fields are written through here: the compiler cannot see that a Snapshot has just these. */
  const changeOwn = (part: Partial<StorySnapshot>) => change(part as Partial<Snapshot>);

  function move(to: Snapshot['state'], because: string): void {
    const at = timestamp();
    changeOwn({ state: to, because, moves: [...now.moves, { to, at, because }] });
    if (passing.includes(to)) return;
    upsertSearchAttributes([
      { key: STATE, value: to },
      { key: SINCE, value: new Date(at) },
    ]);
  }

  function raise(given: Attention): void {
    const { attention: before } = now;
    if (before?.kind === given.kind && before.reason === given.reason) return;
    const attention = join(before, given);
    changeOwn({ attention });
    upsertSearchAttributes([
      { key: ATTENTION, value: attention.kind },
      { key: AT_RISK, value: attention.atRiskKobo },
    ]);
  }

  /** What needed attention needs it no more: a person has decided, or the matter has mended itself. */
  function settle(decision?: Decision): void {
    const { attention } = now;
    if (!attention) return;
    const decided = decision && [
      ...(now.decided ?? []),
      { ...decision, at: timestamp(), about: attention.kind },
    ];
    changeOwn({ attention: undefined, ...(decided && { decided }) });
    upsertSearchAttributes([
      { key: ATTENTION, value: null },
      { key: AT_RISK, value: null },
    ]);
  }

  return {
    snapshot: () => now,
    worth: () => worth(now),
    tellable: () => tellable?.(now) ?? now,
    change,
    move,
    raise,
    settle,
    /** So that news finds its way here that names nothing but the gateway's own transaction. */
    isKnownAs: (transactionReference: string) =>
      upsertSearchAttributes([{ key: GATEWAY_REFERENCE, value: transactionReference }]),
    hasSeen: (key: string) => now.seen.includes(key),
    noteSeen: (keys: readonly string[]) =>
      changeOwn({ seen: [...new Set([...now.seen, ...keys])].slice(-KEYS_KEPT) }),
    nextSequence: () => {
      changeOwn({ sequence: now.sequence + 1 });
      return now.sequence;
    },
  };
}

export function timestamp(): string {
  return new Date().toISOString();
}

/** Nothing that a person must look at hides another; news that cannot be told is the least of them. */
function joinReasons(before: Attention | undefined, given: Attention): Attention {
  if (!before) return given;
  const { passes, ...both } = { ...before, ...given };
  return {
    ...both,
    kind: before.kind === 'notice-undelivered' ? given.kind : before.kind,
    reason: before.reason.includes(given.reason) ? before.reason : `${before.reason}; ${given.reason}`,
    atRiskKobo: before.atRiskKobo > given.atRiskKobo ? before.atRiskKobo : given.atRiskKobo,
    ...(before.passes && passes && { passes }),
  };
}
