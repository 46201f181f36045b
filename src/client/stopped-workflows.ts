import type { ClientContext } from './context.js';
import { withinTimeout } from './timeouts.js';

export interface StoppedWorkflows {
  readonly count: number;
  /** Some of their ids. */
  readonly ids: readonly string[];
}

const IDS_LISTED = 20;

/**
 * Open workflows whose last workflow tasks failed: their code has an error, or differs from the code that began them. They
 * keep their state and continue with mended code. Temporal marks them after a few failures in a row, and removes the mark
 * at the next task that succeeds.
 */
export function listStopped(context: ClientContext): Promise<StoppedWorkflows> {
  const { client, taskQueue } = context;
  const query = `TemporalReportedProblems IS NOT NULL AND ExecutionStatus = 'Running' AND TaskQueue = ${JSON.stringify(taskQueue)}`;
  return withinTimeout(context, async () => {
    const { count } = await client.workflow.count(query);
    if (count === 0) return { count, ids: [] };
    const ids: string[] = [];
    for await (const { workflowId } of client.workflow.list({ query, pageSize: IDS_LISTED })) {
      if (ids.push(workflowId) >= IDS_LISTED) break;
    }
    return { count, ids };
  });
}
