import { setTimeout as pause } from 'node:timers/promises';
import {
  type Client,
  QueryNotRegisteredError,
  type WorkflowExecutionDescription,
  WorkflowFailedError,
} from '@temporalio/client';
import { ApplicationFailure, type QueryDefinition } from '@temporalio/common';
import { REFUSED_INPUT, snapshot } from '../../workflows/shared/messages.js';
import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';
import { NotFoundError, StillWorkingError } from './errors.js';
import { idOf } from './ids.js';
import type { AnyKind } from './kinds.js';
import { inReadersTime, isNotReady, isSilence, withinTimeout } from './timeouts.js';
import type { ClientContext } from './context.js';
import { findRun, isLostRun, isOpenRun } from './runs.js';

/** A run has loaded its state within moments, or waits for the gateway to tell it: then the reader is told so. */
const LOADED_WITHIN_MS = 1_500;
const EARLY_PAUSE_MS = 100;

export async function readLifecycle<Snapshot extends LifecycleSnapshot>(
  context: ClientContext,
  kind: AnyKind,
  reference: string,
): Promise<Snapshot> {
  const { run, snapshot } = await lookUp(context, kind, reference, inReadersTime(context));
  if (!snapshot) throw endedWithoutResult(kind, reference, run);
  return snapshot as Snapshot;
}

/** The latest run, and what it knows. A closed run is read from its result, which needs no worker; an open one is queried. */
export async function lookUp(
  context: ClientContext,
  kind: AnyKind,
  reference: string,
  finding = context,
): Promise<{ readonly run: WorkflowExecutionDescription; readonly snapshot: LifecycleSnapshot | undefined }> {
  const workflowId = idOf(kind, reference);
  const run = await findRun(finding, workflowId);
  if (!run) throw new NotFoundError(`no ${kind.noun} ${reference} is known`);
  const { runId } = run;
  const known = isOpenRun(run)
    ? queryRun(context, { kind, workflowId }, snapshot)
    : withinTimeout(context, () => resultOf(context.client, { workflowId, runId }));
  return { run, snapshot: await known };
}

export function endedWithoutResult(
  { noun }: AnyKind,
  reference: string,
  run: WorkflowExecutionDescription,
): NotFoundError {
  // it passed its event on to the lifecycle that it was about
  if (!isLostRun(run)) return new NotFoundError(`no ${noun} ${reference} is known`);
  return new NotFoundError(
    `the run of the ${noun} ${reference} ended without a result (${run.status.name}); ` +
      'create it again with the same terms, or wait for an event of the gateway: either brings it back',
  );
}

/** Asks a run that is open. */
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
  const loadedUntil = Date.now() + Math.min(context.timeoutMs, LOADED_WITHIN_MS);
  for (;;) {
    try {
      return await context.client.withDeadline(until, () => handle.query(query, ...args));
    } catch (error) {
      // one that an event began, or that has taken over from another, is asked before it has loaded its state
      const isEarly = error instanceof QueryNotRegisteredError || isNotReady(error);
      if (!isSilence(error) && !isEarly) throw error;
      if (!isEarly || Date.now() >= loadedUntil) {
        throw new StillWorkingError(`it cannot be read at the moment; the ${kind.noun} itself is safe`);
      }
    }
    await pause(EARLY_PAUSE_MS);
  }
}

/** What this very run left behind; undefined when it ended without a result. A later run is not waited for. */
export async function resultOf<Snapshot extends LifecycleSnapshot>(
  client: Client,
  { workflowId, runId }: { readonly workflowId: string; readonly runId: string },
): Promise<Snapshot | undefined> {
  const ended = client.workflow.getHandle(workflowId, runId, { followRuns: false });
  const left: unknown = await ended.result().catch(snapshotInFailure);
  return (left ?? undefined) as Snapshot | undefined;
}

/** Left by a run that refused its own input before it sent anything: terms and state of the lifecycle are not in it. */
export function isRefusedInput({ lifecycle }: LifecycleSnapshot): boolean {
  return lifecycle === 'refused';
}

/** A run whose input was refused fails, with what is known in its failure. */
function snapshotInFailure(error: unknown): unknown {
  if (!(error instanceof WorkflowFailedError)) throw error;
  const { cause } = error;
  const isRefused = cause instanceof ApplicationFailure && cause.type === REFUSED_INPUT;
  return isRefused ? cause.details?.[0] : undefined;
}
