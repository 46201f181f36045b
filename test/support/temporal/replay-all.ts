import { Client, type Connection } from '@temporalio/client';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { createDataConverter } from '../../../src/secrets/data-converter.js';
import { replayOptions } from './replay.js';

/** Some tests have workflows of their own, which the bundle does not hold. */
const OF_A_TEST = 'no such function is exported by the workflow bundle';

/**
 * Replays every closed run of the server: a history that no worker can replay has stopped a workflow that is still
 * needed. Throws with all of them.
 */
export async function replayAll(connection: Connection, bundlePath: string): Promise<number> {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const client = new Client({ connection, dataConverter: createDataConverter() });
  const options = replayOptions({ codePath: bundlePath });
  async function* closedRuns() {
    const query = "ExecutionStatus != 'Running'";
    for await (const { workflowId, runId } of client.workflow.list({ query })) {
      yield { workflowId, history: await client.workflow.getHandle(workflowId, runId).fetchHistory() };
    }
  }
  let count = 0;
  const failed: string[] = [];
  for await (const { workflowId, runId, error } of Worker.runReplayHistories(options, closedRuns())) {
    if (error?.message.includes(OF_A_TEST)) continue;
    count += 1;
    if (error) failed.push(`${workflowId} ${runId}: ${error.message}`);
  }
  if (failed.length > 0) {
    throw new Error(`${failed.length} of ${count} runs cannot be replayed:\n${failed.join('\n')}`);
  }
  return count;
}
