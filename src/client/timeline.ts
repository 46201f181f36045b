import { explain, type Explanation } from '../domain/lifecycle/explanation.js';
import type { ClientContext } from './context.js';
import { InProgressError, notFound } from './errors.js';
import { entriesOf, pendingIn, type TimelineEntry } from './history-entries.js';
import { idOf } from './ids.js';
import type { AnyKind } from './kinds.js';
import { isRefusedInput, noResultError, readLatestRun, readLifecycle } from './read.js';
import { readHistory, readRuns } from './run-histories.js';

/** A reserved account of years has thousands of runs: people read the newest. */
const MOST_RUNS = 20;
const MOST_ENTRIES = 1_000;

export interface Timeline {
  /** Oldest first. */
  readonly entries: readonly TimelineEntry[];
  /** False when older entries exist that are not shown. */
  readonly isComplete: boolean;
}

/** What happened to a lifecycle, from the histories of its runs: needs a worker only for the reasons of its states. */
export async function readTimeline(
  context: ClientContext,
  kind: AnyKind,
  reference: string,
): Promise<Timeline> {
  const entries: TimelineEntry[] = [];
  let runs = 0;
  for await (const run of readRuns(context, idOf(kind, reference), { mostRuns: MOST_RUNS })) {
    entries.unshift(...(await entriesOf(context, run)));
    runs += 1;
    if (entries.length > MOST_ENTRIES) break;
  }
  if (runs === 0) throw notFound(kind.noun, reference);
  const [{ at: oldest } = { at: '' }] = entries;
  const states = (await transitionsOf(context, kind, reference)).filter(({ at }) => at >= oldest);
  const all = [...entries, ...states].sort(byTime);
  return {
    entries: all.slice(-MOST_ENTRIES),
    isComplete: runs < MOST_RUNS && all.length <= MOST_ENTRIES,
  };
}

const byTime = (one: TimelineEntry, other: TimelineEntry) => Date.parse(one.at) - Date.parse(other.at);

async function transitionsOf(
  context: ClientContext,
  kind: AnyKind,
  reference: string,
): Promise<readonly TimelineEntry[]> {
  try {
    const snapshot = await readLifecycle(context, kind, reference);
    const transitions = isRefusedInput(snapshot) ? [] : snapshot.transitions;
    return transitions.map(({ at, to, reason }) => ({ at, kind: 'state' as const, what: to, reason }));
  } catch (error) {
    // no worker answers: the histories are all that can be shown
    if (error instanceof InProgressError) return [];
    throw error;
  }
}

/** A lifecycle in plain sentences. */
export async function explainLifecycle(
  context: ClientContext,
  kind: AnyKind,
  reference: string,
): Promise<Explanation> {
  const { run, snapshot } = await readLatestRun(context, kind, reference);
  if (!snapshot) throw noResultError(kind, reference, run);
  const { noun, states, textOf } = kind;
  if (isRefusedInput(snapshot)) {
    const refused = { ...snapshot, transitions: [], review: [] };
    return explain({ noun, text: { means: 'No money moved.' }, snapshot: refused, pending: [] });
  }
  const isOpen = run.closeTime === undefined;
  const events = isOpen ? await readHistory(context, run.workflowId, run.runId) : [];
  const pending = await pendingIn(context, { events });
  const text = textOf?.(snapshot as never) ?? states[snapshot.state] ?? { means: '' };
  return explain({ noun, text, snapshot, pending });
}
