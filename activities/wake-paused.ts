import { Context } from '@temporalio/activity';
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { RESUME_SENDING } from '../src/domain/pause/pause.js';

/** Each signal is a call to Temporal and a workflow task. */
const AT_ONCE = 10;

/**
 * Signals every open workflow that shows the state PAUSED; each of them then reads what is still paused. Returns how
 * many there were.
 */
export async function wakePaused(client: Client, taskQueue: string): Promise<number> {
  const query = `OwareState = 'PAUSED' AND ExecutionStatus = 'Running' AND TaskQueue = ${JSON.stringify(taskQueue)}`;
  const found = client.workflow.list({ query })[Symbol.asyncIterator]();
  let woken = 0;
  const lane = async () => {
    for (let next = await found.next(); !next.done; next = await found.next()) {
      await wake(client, next.value.workflowId);
      Context.current().heartbeat((woken += 1));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return woken;
}

async function wake(client: Client, workflowId: string): Promise<void> {
  try {
    await client.workflow.getHandle(workflowId).signal(RESUME_SENDING);
  } catch (error) {
    // closed since it was listed
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
