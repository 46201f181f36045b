import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { WithStartWorkflowOperation, WorkflowUpdateFailedError } from '@temporalio/client';
import type { UpdateDefinition } from '@temporalio/common';
import {
  join,
  type JoinAnswer,
  type LifecycleInput,
  type LifecycleKind,
  type LifecycleTerms,
} from '../../workflows/shared/messages.js';
import type { SignedGrant } from '../domain/approval/grant.js';
import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';
import { differingTerms } from '../domain/lifecycle/terms.js';
import { NotFoundError, InProgressError, UnavailableError } from './errors.js';
import { idOf } from './ids.js';
import type { ClientContext } from './context.js';
import { noResultError, isRefusedInput, readLatestRun, readLifecycle } from './read.js';
import { isOutdatedStart, sendAcrossRuns } from './repeat.js';
import { isLostRun, predecessorOf } from './runs.js';
import { attributesOf } from './search-attributes.js';
import { termsId } from './references.js';

/** The caller has already waited for its whole timeout: the read after it is shorter. */
const FALLBACK_READ_TIMEOUT_MS = 3_000;
const RECHECK_INTERVAL_MS = 100;

export type CreateAnswer<Snapshot extends LifecycleSnapshot> =
  /** It is open and has what the caller needs. */
  | { readonly kind: 'open'; readonly snapshot: Snapshot }
  /** It is open, but the gateway has not answered within the caller's timeout. */
  | { readonly kind: 'in-progress'; readonly snapshot?: Snapshot }
  /** The same request was made before, and its lifecycle is closed. */
  | { readonly kind: 'closed'; readonly snapshot: Snapshot }
  | { readonly kind: 'reference-conflict'; readonly differences: readonly string[] };

export interface CreateOptions {
  /** Who asks for it, signed by the api: a payout whose maker is not proven needs more approvals. */
  readonly maker?: SignedGrant | undefined;
}

/** What to create, and until when the caller waits, in milliseconds since the epoch. */
interface Creation<Terms extends LifecycleTerms, Snapshot extends LifecycleSnapshot> extends CreateOptions {
  readonly kind: LifecycleKind<Terms, Snapshot>;
  readonly terms: Terms;
  readonly until: number;
}

/** The second attempt of a create: the first one found a run that had ended without a result. */
interface Recovery {
  /** The run that the new one takes over from; undefined if that run had sent nothing. */
  readonly recoverFrom: string | undefined;
}

/**
 * Starts the lifecycle or joins it, in one call to Temporal. All validation happens before: a start that is refused
 * later would leave a run behind.
 */
export async function create<Terms extends LifecycleTerms, Snapshot extends LifecycleSnapshot>(
  context: ClientContext,
  kind: LifecycleKind<Terms, Snapshot>,
  { terms, maker }: CreateOptions & { readonly terms: Terms },
): Promise<CreateAnswer<Snapshot>> {
  const creation = { kind, terms, maker, until: Date.now() + context.timeoutMs };
  try {
    return await createOrRecover(context, creation);
  } catch (error) {
    if (error instanceof InProgressError) return answerSoFar(context, creation);
    throw error;
  }
}

/**
 * A run that ended without a result (terminated, timed out, refused) must not block its reference forever: a create
 * that finds one starts another run that recovers from it, once per call. A run that completed meanwhile takes priority.
 */
async function createOrRecover<Terms extends LifecycleTerms, Snapshot extends LifecycleSnapshot>(
  context: ClientContext,
  creation: Creation<Terms, Snapshot>,
  recovery?: Recovery,
): Promise<CreateAnswer<Snapshot>> {
  const { kind, terms } = creation;
  const joined = await joinOrStart(context, creation, recovery);
  if (typeof joined === 'object') return joined;
  const { run, snapshot } = await readLatestRunInTime(context, creation);
  const known = snapshot as Snapshot | undefined;
  if (isLostRun(run) && !recovery && joined === 'existing') {
    // a run that refused its input has sent nothing; the new run recovers from the same predecessor as that one
    const isRefused = known !== undefined && isRefusedInput(known);
    const recoverFrom = isRefused ? await predecessorOf(context, run) : run.runId;
    return createOrRecover(context, creation, { recoverFrom });
  }
  if (!known) throw noResultError(kind, terms.reference, run);
  return answerFrom(creation, known);
}

/** One run may take over from another during the read; it is repeated until the caller's deadline. */
async function readLatestRunInTime<Terms extends LifecycleTerms, Snapshot extends LifecycleSnapshot>(
  context: ClientContext,
  { kind, terms, until }: Creation<Terms, Snapshot>,
): ReturnType<typeof readLatestRun> {
  for (;;) {
    const timeoutMs = Math.max(until - Date.now(), 1);
    try {
      return await readLatestRun({ ...context, timeoutMs }, kind, terms.reference);
    } catch (error) {
      if (!(error instanceof InProgressError) || Date.now() + RECHECK_INTERVAL_MS >= until) throw error;
    }
    await pause(RECHECK_INTERVAL_MS);
  }
}

function answerFrom<Terms extends LifecycleTerms, Snapshot extends LifecycleSnapshot>(
  { kind, terms }: Creation<Terms, Snapshot>,
  snapshot: Snapshot,
): CreateAnswer<Snapshot> {
  // a workflow does not keep terms that it refused: there is nothing to compare with
  if (isRefusedInput(snapshot)) return { kind: 'closed', snapshot };
  const differences = differingTerms(snapshot.terms, terms);
  if (differences.length > 0) return { kind: 'reference-conflict', differences };
  return { kind: kind.isOver(snapshot) ? 'closed' : 'open', snapshot };
}

/** The answer of the join; or, where that is not current, that the lifecycle existed before or was refused just now. */
async function joinOrStart<Terms extends LifecycleTerms, Snapshot extends LifecycleSnapshot>(
  context: ClientContext,
  creation: Creation<Terms, Snapshot>,
  recovery: Recovery | undefined,
): Promise<CreateAnswer<Snapshot> | 'existing' | 'refused'> {
  const { kind, terms, until } = creation;
  const workflowId = idOf(kind, terms.reference);
  const call = randomUUID();
  try {
    const send = () => joinWithStart(context, creation, { call, recovery });
    const answer = await sendAcrossRuns(context, { workflowId, until, send });
    if (answer.kind !== 'joined') return answer;
    // Temporal answers a repeat from the record of the first call; the lifecycle may have changed since
    if (answer.call !== call) return 'existing';
    const { snapshot } = answer;
    // the workflow has compared the terms; its answer may leave some of them out
    return { kind: recovery && kind.isOver(snapshot) ? 'closed' : 'open', snapshot };
  } catch (error) {
    if (isOutdatedStart(error)) return 'existing';
    // a run that refuses its input ends before it handles any message
    if (error instanceof WorkflowUpdateFailedError) return 'refused';
    throw error;
  }
}

function joinWithStart<Terms extends LifecycleTerms, Snapshot extends LifecycleSnapshot>(
  context: ClientContext,
  { kind, terms, maker }: Creation<Terms, Snapshot>,
  { call, recovery }: { readonly call: string; readonly recovery: Recovery | undefined },
): Promise<JoinAnswer<Snapshot>> {
  const { client, taskQueue } = context;
  const recoverFrom = recovery?.recoverFrom;
  const input: LifecycleInput<Terms, Snapshot> = {
    from: 'request',
    terms,
    ...(recoverFrom !== undefined && { recoverFrom }),
    ...(maker && { maker }),
  };
  const start = new WithStartWorkflowOperation(kind.type, {
    workflowId: idOf(kind, terms.reference),
    taskQueue,
    args: [input],
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy: recovery ? 'ALLOW_DUPLICATE_FAILED_ONLY' : 'REJECT_DUPLICATE',
    typedSearchAttributes: attributesOf(context, kind, terms),
    staticSummary: kind.summaryOf(terms),
  });
  // a failed start also rejects this promise, which nothing else handles
  start.workflowHandle().catch(() => undefined);
  return client.workflow.executeUpdateWithStart(
    join as UpdateDefinition<JoinAnswer<Snapshot>, [LifecycleTerms, string]>,
    {
      args: [terms, call],
      // the lost run may have answered this id before, and Temporal would return that answer again
      updateId: termsId({ ...terms, recoverFrom }),
      startWorkflowOperation: start,
    },
  );
}

async function answerSoFar<Terms extends LifecycleTerms, Snapshot extends LifecycleSnapshot>(
  context: ClientContext,
  { kind, terms }: Creation<Terms, Snapshot>,
): Promise<CreateAnswer<Snapshot>> {
  try {
    const timeoutMs = Math.min(context.timeoutMs, FALLBACK_READ_TIMEOUT_MS);
    return {
      kind: 'in-progress',
      snapshot: await readLifecycle<Snapshot>({ ...context, timeoutMs }, kind, terms.reference),
    };
  } catch (error) {
    if (error instanceof InProgressError) return { kind: 'in-progress' };
    // Temporal did not respond and has no run yet; the start may still arrive, so it is not "not found"
    if (error instanceof NotFoundError) {
      throw new UnavailableError('Temporal is not responding.');
    }
    throw error;
  }
}
