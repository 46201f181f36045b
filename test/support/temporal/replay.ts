import type { Client } from '@temporalio/client';
import { type ReplayWorkerOptions, Worker } from '@temporalio/worker';
import { createDataConverter } from '../../../src/secrets/data-converter.js';
import { lifecycleSinks } from '../../../src/temporal/lifecycle-sinks.js';
import { runsOf } from './runs.js';

/** The histories of Oware's workflows can only be read with its converters, and call its sinks. */
export const replayOptions = (workflowBundle: WorkflowBundle) => ({
  workflowBundle,
  dataConverter: createDataConverter(),
  sinks: lifecycleSinks(),
});

type WorkflowBundle = NonNullable<ReplayWorkerOptions['workflowBundle']>;

/**
 * Replays the closed runs under one or more workflow ids; resolves with how many there were, and throws where one cannot
 * be replayed. An open run may wait for a local activity, which a replay would wait for in vain.
 */
export async function replayClosedRuns(
  client: Client,
  workflowIds: string | readonly string[],
  bundlePath: string,
): Promise<number> {
  const ids = typeof workflowIds === 'string' ? [workflowIds] : workflowIds;
  const histories = (await Promise.all(ids.map((id) => closedRunsOf(client, id)))).flat();
  // one worker for all of them: each would load the bundle again
  for await (const { error } of Worker.runReplayHistories(replayOptions({ codePath: bundlePath }), histories))
    if (error) throw error;
  return histories.length;
}

async function closedRunsOf(client: Client, workflowId: string) {
  const runs = await runsOf(client, workflowId);
  const { status } = await client.workflow.getHandle(workflowId).describe();
  const closed = status.name === 'RUNNING' ? runs.slice(0, -1) : runs;
  return closed.map(({ events }) => ({ workflowId, history: { events } }));
}
