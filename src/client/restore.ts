import type { LifecycleEvent } from '../domain/lifecycle/event.js';
import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';
import type { ClientContext } from './context.js';
import { deliverEvent } from './deliver-event.js';
import { InProgressError, NotFoundError } from './errors.js';
import { idOf } from './ids.js';
import type { AnyKind } from './kinds.js';
import { readLifecycle } from './read.js';
import { findRun, isLostRun } from './runs.js';

/**
 * What a lifecycle knows; undefined when there is none. One whose run was lost is restored, and answers later: it may have sent
 * something. Only what our workers run counts: a client of Temporal may use the same id for a workflow of its own.
 */
export async function readOrRestore<Snapshot extends LifecycleSnapshot>(
  context: ClientContext,
  kind: AnyKind,
  reference: string,
): Promise<Snapshot | undefined> {
  const snapshot = await readOwn<Snapshot>(context, kind, reference);
  if (snapshot) return snapshot;
  const run = await findOwnRun(context, kind, reference);
  if (!run || !isLostRun(run)) return undefined;
  // it tells the lifecycle nothing, and starts its next run
  const restore: LifecycleEvent = {
    kind: 'orders-changed',
    key: `restore:${run.runId}`,
    eventType: 'orders-changed',
  };
  await deliverEvent(context, { kind, reference }, restore);
  throw new InProgressError(`The ${kind.noun} ${reference} is being restored.`);
}

/** What a lifecycle of ours knows; undefined when there is none, or its run was lost. */
export async function readOwn<Snapshot extends LifecycleSnapshot>(
  context: ClientContext,
  kind: AnyKind,
  reference: string,
): Promise<Snapshot | undefined> {
  if (!(await findOwnRun(context, kind, reference))) return undefined;
  try {
    return await readLifecycle<Snapshot>(context, kind, reference);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

async function findOwnRun(context: ClientContext, kind: AnyKind, reference: string) {
  const run = await findRun(context, idOf(kind, reference));
  return run?.type === kind.type && run.taskQueue === context.taskQueue ? run : undefined;
}
