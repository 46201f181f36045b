import { promiseHooks } from 'node:v8';

interface Sandbox {
  readonly __TEMPORAL_ACTIVATOR__?: { readonly info: { readonly workflowId: string } };
}

export interface PromiseCount {
  /** How many promises the runs of a workflow have created in this process so far. */
  readonly of: (workflowId: string) => number;
  readonly stop: () => void;
}

/**
 * Counts the promises that workflows create, the SDK's own included. Each costs a stack trace, so their number is
 * most of what workflow code can do about the worker's CPU time. Workflows must run in this thread, not in one of the
 * SDK's: set TEMPORAL_DEBUG before the worker is created.
 */
export function countPromises(): PromiseCount {
  const counts = new Map<string, number>();
  const stop = promiseHooks.onInit((promise) => {
    const workflowId = sandboxOf(promise).__TEMPORAL_ACTIVATOR__?.info.workflowId;
    if (workflowId !== undefined) counts.set(workflowId, (counts.get(workflowId) ?? 0) + 1);
  }) as () => void;
  return { of: (workflowId) => counts.get(workflowId) ?? 0, stop };
}

/** The globals of the context that a promise belongs to: the SDK finds its workflow in the same way. */
function sandboxOf(promise: Promise<unknown>): Sandbox {
  const compile = promise.constructor.constructor as (code: string) => () => Sandbox;
  return compile('return globalThis')();
}
