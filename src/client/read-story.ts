import { setTimeout as pause } from 'node:timers/promises';
import {
  type Client,
  QueryNotRegisteredError,
  type WorkflowExecutionDescription,
  WorkflowFailedError,
} from '@temporalio/client';
import { ApplicationFailure, type QueryDefinition } from '@temporalio/common';
import { REFUSED_INPUT, snapshot } from '../../workflows/shared/messages.js';
import type { StorySnapshot } from '../domain/story.js';
import { NotFoundError, StillWorkingError } from './errors.js';
import { idOf } from './ids.js';
import type { AnyKind } from './kinds.js';
import { inReadersTime, isNotReady, isSilence, patiently } from './patience.js';
import type { Reach } from './reach.js';
import { findRun, isLostRun, isOpenRun } from './runs.js';

/** A run has loaded its state within moments, or waits for the gateway to tell it: then the reader is told so. */
const LOADED_WITHIN_MS = 1_500;
const EARLY_PAUSE_MS = 100;

export async function readStory<Snapshot extends StorySnapshot>(
  reach: Reach,
  kind: AnyKind,
  reference: string,
): Promise<Snapshot> {
  const { run, snapshot } = await lookUp(reach, kind, reference, inReadersTime(reach));
  if (!snapshot) throw endedWithoutResult(kind, reference, run);
  return snapshot as Snapshot;
}

/** The latest run, and what it knows. A closed run is read from its result, which needs no worker; an open one is queried. */
export async function lookUp(
  reach: Reach,
  kind: AnyKind,
  reference: string,
  finding = reach,
): Promise<{ readonly run: WorkflowExecutionDescription; readonly snapshot: StorySnapshot | undefined }> {
  const workflowId = idOf(kind, reference);
  const run = await findRun(finding, workflowId);
  if (!run) throw new NotFoundError(`no ${kind.noun} ${reference} is known`);
  const { runId } = run;
  const known = isOpenRun(run)
    ? queryRun(reach, { kind, workflowId }, snapshot)
    : patiently(reach, () => resultOf(reach.client, { workflowId, runId }));
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
  reach: Reach,
  {
    kind,
    workflowId,
    runId,
  }: { readonly kind: AnyKind; readonly workflowId: string; readonly runId?: string | undefined },
  query: QueryDefinition<Answer, Args>,
  ...args: Args
): Promise<Answer> {
  const handle = reach.client.workflow.getHandle(workflowId, runId);
  const until = Date.now() + reach.patienceMs;
  const loadedUntil = Date.now() + Math.min(reach.patienceMs, LOADED_WITHIN_MS);
  for (;;) {
    try {
      return await reach.client.withDeadline(until, () => handle.query(query, ...args));
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
export async function resultOf<Snapshot extends StorySnapshot>(
  client: Client,
  { workflowId, runId }: { readonly workflowId: string; readonly runId: string },
): Promise<Snapshot | undefined> {
  const ended = client.workflow.getHandle(workflowId, runId, { followRuns: false });
  const left: unknown = await ended.result().catch(snapshotInFailure);
  return (left ?? undefined) as Snapshot | undefined;
}

/** Left by a run that refused its own input before it sent anything: terms and state of the lifecycle are not in it. */
export function isRefusedInput({ story }: StorySnapshot): boolean {
  return story === 'refused';
}

/** A run whose input was refused fails, with what is known in its failure. */
function snapshotInFailure(error: unknown): unknown {
  if (!(error instanceof WorkflowFailedError)) throw error;
  const { cause } = error;
  const isRefused = cause instanceof ApplicationFailure && cause.type === REFUSED_INPUT;
  return isRefused ? cause.details?.[0] : undefined;
}
