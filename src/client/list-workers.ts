import { versionsIn } from '../domain/rules-of-worker.js';
import type { ClientContext } from './context.js';
import { withinTimeout } from './timeouts.js';

export interface WorkerSeen {
  readonly identity: string;
  /** The versions of the rules that it knows. */
  readonly versions: readonly number[];
  /** Whether it polled lately: Temporal lists one that has stopped for minutes. */
  readonly isPolling: boolean;
}

/** A poll waits for up to a minute. */
const POLLS_WITHIN_MS = 90_000;

/** Workers that poll for workflow tasks, and those that have stopped within the last minutes. */
export function listWorkers(context: ClientContext): Promise<readonly WorkerSeen[]> {
  const { client, taskQueue } = context;
  return withinTimeout(context, async () => {
    const { pollers } = await client.workflowService.describeTaskQueue({
      namespace: client.options.namespace,
      taskQueue: { name: taskQueue },
    });
    return pollers.map(({ identity, lastAccessTime }) => ({
      identity: identity ?? '',
      versions: versionsIn(identity ?? ''),
      isPolling: Date.now() - Number(lastAccessTime?.seconds ?? 0) * 1_000 < POLLS_WITHIN_MS,
    }));
  });
}
