import { defineSearchAttributeKey } from '@temporalio/common';
import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { Attention, StorySnapshot } from '../../src/domain/story.js';

const STATE = defineSearchAttributeKey('OwareState', 'KEYWORD');
const SINCE = defineSearchAttributeKey('OwareSince', 'DATETIME');
const ATTENTION = defineSearchAttributeKey('OwareAttention', 'KEYWORD');
const AT_RISK = defineSearchAttributeKey('OwareAtRiskKobo', 'INT');

/** The gateway repeats an event within hours, so the keys of the last ones are enough. */
const KEYS_KEPT = 100;

export interface RecordRules<State extends string, Snapshot extends StorySnapshot<State>> {
  /** What the Web UI shows on top of the story. No personal data: whoever can open the page reads it. */
  readonly describe: (snapshot: Snapshot) => string;
  /** States that pass too quickly for anybody to filter by them; they save an event of history. */
  readonly passing?: readonly State[];
}

/** Holds a story's snapshot and is the only one to change it; each change shows in the Web UI. */
export function createRecord<State extends string, Snapshot extends StorySnapshot<State>>(
  initial: Snapshot,
  { describe, passing = [] }: RecordRules<State, Snapshot>,
) {
  let now = initial;

  function change(part: Partial<Snapshot>): void {
    now = { ...now, ...part };
    setCurrentDetails(describe(now));
  }

  /** Shared fields are written through here: the compiler cannot see that a Snapshot has just these. */
  const changeOwn = (part: Partial<StorySnapshot<State>>) => change(part as Partial<Snapshot>);

  function move(to: State, because: string): void {
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

  return {
    snapshot: () => now,
    change,
    move,
    raise,
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
