import { expect, it } from 'vitest';
import type { World } from '../world/world.js';
import { costOf } from './history.js';

type Counts = Readonly<Record<string, number>>;

/** What one scenario costs: the history events of its run, workflow tasks apart. */
export interface CostRow {
  /** Plays the scenario in the world and returns the workflow id. */
  readonly scenario: (world: World) => Promise<string>;
  /** The name of the recorded history for the replay test. */
  readonly recordAs: string;
  /** Exactly these events. */
  readonly events?: Counts;
  /** At least these events, where the rest depends on what arrives first. */
  readonly includes?: Counts;
  /** The numbers of activities that are allowed, where `events` does not fix one. */
  readonly activities?: readonly number[];
  /** The most history events in all, workflow tasks included. */
  readonly total?: number;
}

/** A test for each scenario of the table, by its title. */
export function testCosts(world: () => World, table: Readonly<Record<string, CostRow>>): void {
  it.each(Object.entries(table))('%s', async (_title, row) => {
    const workflowId = await row.scenario(world());
    const { counts, total } = await costOf(world().client, workflowId, row.recordAs);
    if (row.events) expect(counts).toEqual(row.events);
    if (row.includes) expect(counts).toMatchObject(row.includes);
    if (row.activities) expect(row.activities).toContain(counts.ACTIVITY_TASK_SCHEDULED);
    if (row.total !== undefined) expect(total).toBeLessThanOrEqual(row.total);
  });
}

interface Parts {
  readonly activities: number;
  readonly updates?: number;
  readonly signals?: number;
  readonly timers?: { readonly started: number; readonly fired?: number; readonly cancelled?: number };
  readonly searchAttributes?: number;
  readonly markers?: number;
  readonly isClosed?: boolean;
}

/** The events of a run that one Update created; each activity counts as scheduled, started and completed. */
export function historyEvents({
  activities,
  updates = 1,
  signals = 0,
  timers = { started: 1, cancelled: 1 },
  searchAttributes = 1,
  markers = 0,
  isClosed = true,
}: Parts): Counts {
  const all = {
    WORKFLOW_EXECUTION_STARTED: 1,
    WORKFLOW_EXECUTION_UPDATE_ACCEPTED: updates,
    WORKFLOW_EXECUTION_UPDATE_COMPLETED: updates,
    WORKFLOW_EXECUTION_SIGNALED: signals,
    MARKER_RECORDED: markers,
    ACTIVITY_TASK_SCHEDULED: activities,
    ACTIVITY_TASK_STARTED: activities,
    ACTIVITY_TASK_COMPLETED: activities,
    TIMER_STARTED: timers.started,
    TIMER_FIRED: timers.fired ?? 0,
    TIMER_CANCELED: timers.cancelled ?? 0,
    UPSERT_WORKFLOW_SEARCH_ATTRIBUTES: searchAttributes,
    WORKFLOW_EXECUTION_COMPLETED: isClosed ? 1 : 0,
  };
  return Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0));
}
