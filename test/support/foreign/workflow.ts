import { executeChild } from '@temporalio/workflow';

/** Workflows of another system that shares the namespace. */

export interface Other {
  readonly type: string;
  readonly id: string;
  readonly taskQueue: string;
  readonly input: unknown;
}

/** Starts one of ours as its child, and returns how that failed. */
export function startChild({ type, id, taskQueue, input }: Other): Promise<string> {
  return executeChild(type, { workflowId: id, taskQueue, args: [input] }).then(
    () => 'completed',
    (error: unknown) => String(error instanceof Error ? (error.cause as Error).message : error),
  );
}
