import { setTimeout as pause } from 'node:timers/promises';
import {
  type Client,
  QueryNotRegisteredError,
  type WorkflowExecutionDescription,
  WorkflowFailedError,
} from '@temporalio/client';
import { ApplicationFailure, type QueryDefinition } from '@temporalio/common';
import { REFUSED_INPUT, snapshot, STALE_TASK } from '../../workflows/shared/messages.js';
import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';
import { withEvidence } from '../domain/with-evidence.js';
import { InProgressError, notFound, NotFoundError } from './errors.js';
import { idOf } from './ids.js';
import type { AnyKind } from './kinds.js';
import { withReadTimeout, isNotReady, isUnavailable, withinTimeout } from './timeouts.js';
import type { ClientContext } from './context.js';
import { findRun, isLostRun, isOpenRun } from './runs.js';

/** A run usually loads its state within moments. One that waits for the gateway takes longer: then the read reports that. */
const STATE_LOAD_TIMEOUT_MS = 1_500;
const STATE_LOAD_PAUSE_MS = 100;

export async function readLifecycle<Snapshot extends LifecycleSnapshot>(
  context: ClientContext,
  kind: AnyKind,
  reference: string,
): Promise<Snapshot> {
  const { run, snapshot } = await readLatestRun(context, kind, reference, withReadTimeout(context));
  if (!snapshot) throw noResultError(kind, reference, run);
  return snapshot as Snapshot;
}

/** The latest run and its snapshot: the result of a closed run, which needs no worker, or a query to an open one. */
export async function readLatestRun(
  context: ClientContext,
  kind: AnyKind,
  reference: string,
  findContext = context,
): Promise<{ readonly run: WorkflowExecutionDescription; readonly snapshot: LifecycleSnapshot | undefined }> {
  const workflowId = idOf(kind, reference);
  const run = await findRun(findContext, workflowId);
  if (!run) throw notFound(kind.noun, reference);
  const { runId } = run;
  const known = isOpenRun(run)
    ? queryRun(context, { kind, workflowId }, snapshot)
    : withinTimeout(context, () => resultOf(context.client, { workflowId, runId }));
  return { run, snapshot: await known };
}

export function noResultError(
  { noun }: AnyKind,
  reference: string,
  run: WorkflowExecutionDescription,
): NotFoundError {
  // this run forwarded its event to the lifecycle that it belongs to
  if (!isLostRun(run)) return notFound(noun, reference);
  return new NotFoundError(
    `The last run of ${noun} ${reference} ended without a result (${run.status.name}). ` +
      'Create it again with the same terms, or wait for the next gateway event: either restores it.',
  );
}

/** Queries an open run. */
export async function queryRun<Answer, Args extends unknown[]>(
  context: ClientContext,
  {
    kind,
    workflowId,
    runId,
  }: { readonly kind: AnyKind; readonly workflowId: string; readonly runId?: string | undefined },
  query: QueryDefinition<Answer, Args>,
  ...args: Args
): Promise<Answer> {
  const handle = context.client.workflow.getHandle(workflowId, runId);
  const until = Date.now() + context.timeoutMs;
  const loadUntil = Date.now() + Math.min(context.timeoutMs, STATE_LOAD_TIMEOUT_MS);
  for (;;) {
    try {
      return await context.client.withDeadline(until, () => handle.query(query, ...args));
    } catch (error) {
      const isStale = error instanceof QueryNotRegisteredError && error.message === STALE_TASK;
      // the query may arrive before a run that an event started, or that took over from another, has loaded its state
      const isEarly = error instanceof QueryNotRegisteredError || isNotReady(error);
      if (!isUnavailable(error) && !isEarly) throw error;
      if (!isEarly || Date.now() >= (isStale ? until : loadUntil)) {
        throw new InProgressError(
          `The ${kind.noun} exists but cannot be read right now. Retry the identical request.`,
        );
      }
    }
    await pause(STATE_LOAD_PAUSE_MS);
  }
}

/** The result of exactly this run; undefined when it ended without one. Does not follow later runs. */
export async function resultOf<Snapshot extends LifecycleSnapshot>(
  client: Client,
  { workflowId, runId }: { readonly workflowId: string; readonly runId: string },
): Promise<Snapshot | undefined> {
  const ended = client.workflow.getHandle(workflowId, runId, { followRuns: false });
  const left: unknown = await ended.result().catch(snapshotInFailure);
  return left == null ? undefined : withEvidence(left as Snapshot);
}

/** The snapshot of a run that refused its input before it sent anything; it has no terms or state of the lifecycle. */
export function isRefusedInput({ lifecycle }: LifecycleSnapshot): boolean {
  return lifecycle === 'refused';
}

/** A run that refuses its input fails, with the snapshot in the details of the failure. */
function snapshotInFailure(error: unknown): unknown {
  if (!(error instanceof WorkflowFailedError)) throw error;
  const { cause } = error;
  const isRefused = cause instanceof ApplicationFailure && cause.type === REFUSED_INPUT;
  return isRefused ? cause.details?.[0] : undefined;
}
