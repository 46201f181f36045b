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
  /** States that pass too quickly for anybody to filter by them; they save an event of history. */
  readonly passing?: readonly Snapshot['state'][];
}

export type StoryRecord<Snapshot extends StorySnapshot> = ReturnType<typeof createRecord<Snapshot>>;

/** Holds a story's snapshot and is the only one to change it; each change shows in the Web UI. */
export function createRecord<Snapshot extends StorySnapshot>(
  initial: Snapshot,
  { describe, worth, tellable, passing = [] }: RecordRules<Snapshot>,
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

  function raise(attention: Attention): void {
    if (now.attention?.kind === attention.kind && now.attention.reason === attention.reason) return;
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
