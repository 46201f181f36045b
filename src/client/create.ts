import { setTimeout as pause } from 'node:timers/promises';
import {
  WithStartWorkflowOperation,
  WorkflowExecutionAlreadyStartedError,
  WorkflowUpdateFailedError,
} from '@temporalio/client';
import type { UpdateDefinition } from '@temporalio/common';
import {
  join,
  type JoinAnswer,
  type LifecycleInput,
  type LifecycleKind,
  type LifecycleTerms,
} from '../../workflows/shared/messages.js';
import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';
import { differingTerms } from '../domain/lifecycle/terms.js';
import { NotFoundError, StillWorkingError, UnavailableError } from './errors.js';
import { idOf } from './ids.js';
import type { ClientContext } from './context.js';
import { endedWithoutResult, isRefusedInput, lookUp, readLifecycle } from './read.js';
import { isHandover, sendOverRuns } from './repeat.js';
import { isLostRun, predecessorOf } from './runs.js';
import { attributesOf } from './search-attributes.js';
import { termsId } from './references.js';

/** A caller that has waited long already is not kept waiting as long again. */
const SECOND_TIMEOUT_MS = 3_000;
const RECHECK_SCHEDULE_MS = 100;

export type CreateAnswer<Snapshot extends LifecycleSnapshot> =
  /** It runs, and has what its caller needs. */
  | { readonly kind: 'open'; readonly snapshot: Snapshot }
  /** It runs, but the gateway has not answered within the caller's timeout. */
  | { readonly kind: 'working'; readonly snapshot?: Snapshot }
  /** The same request was made before, and its lifecycle has ended. */
  | { readonly kind: 'over'; readonly snapshot: Snapshot }
  | { readonly kind: 'reference-conflict'; readonly differences: readonly string[] };

/** What is created, and until when its caller waits, in milliseconds since the epoch. */
interface Creation<Terms extends LifecycleTerms, Snapshot extends LifecycleSnapshot> {
  readonly kind: LifecycleKind<Terms, Snapshot>;
  readonly terms: Terms;
  readonly until: number;
}

/** The second attempt of a create: the first one met a run that had ended without a result. */
interface Recovery {
  /** The run that the new one takes over from; undefined where that one had sent nothing. */
  readonly recoverFrom: string | undefined;
}

/**
 * Starts the lifecycle or joins it, in one call to Temporal. Everything that can be refused is refused before: a
 * start that is refused afterwards would leave a run behind.
 */
export async function create<Terms extends LifecycleTerms, Snapshot extends LifecycleSnapshot>(
  context: ClientContext,
  kind: LifecycleKind<Terms, Snapshot>,
  terms: Terms,
): Promise<CreateAnswer<Snapshot>> {
  const creation = { kind, terms, until: Date.now() + context.timeoutMs };
  try {
    return await createOrRecover(context, creation);
  } catch (error) {
    if (error instanceof StillWorkingError) return answerSoFar(context, creation);
    throw error;
  }
}

/**
 * A run that ended without a result (terminated, timed out, refused) must not keep its reference for ever: a create
 * that meets one starts another that recovers from it, once in a call. A run that completed meanwhile wins over that.
 */
async function createOrRecover<Terms extends LifecycleTerms, Snapshot extends LifecycleSnapshot>(
  context: ClientContext,
  creation: Creation<Terms, Snapshot>,
  recovery?: Recovery,
): Promise<CreateAnswer<Snapshot>> {
  const { kind, terms } = creation;
  const joined = await joinOrStart(context, creation, recovery);
  if (typeof joined === 'object') return joined;
  const { run, snapshot } = await lookUpInTime(context, creation);
  const known = snapshot as Snapshot | undefined;
  if (isLostRun(run) && !recovery && joined === 'was-there') {
    // one that refused its input has sent nothing; what it was to recover from, this one recovers from
    const isRefused = known !== undefined && isRefusedInput(known);
    const recoverFrom = isRefused ? await predecessorOf(context, run) : run.runId;
    return createOrRecover(context, creation, { recoverFrom });
  }
  if (!known) throw endedWithoutResult(kind, terms.reference, run);
  return asItIs(creation, known);
}

/** One run may take over from another while it is read; the caller's time is what counts. */
async function lookUpInTime<Terms extends LifecycleTerms, Snapshot extends LifecycleSnapshot>(
  context: ClientContext,
  { kind, terms, until }: Creation<Terms, Snapshot>,
): ReturnType<typeof lookUp> {
  for (;;) {
    const timeoutMs = Math.max(until - Date.now(), 1);
    try {
      return await lookUp({ ...context, timeoutMs }, kind, terms.reference);
    } catch (error) {
      if (!(error instanceof StillWorkingError) || Date.now() + RECHECK_SCHEDULE_MS >= until) throw error;
    }
    await pause(RECHECK_SCHEDULE_MS);
  }
}

function asItIs<Terms extends LifecycleTerms, Snapshot extends LifecycleSnapshot>(
  { kind, terms }: Creation<Terms, Snapshot>,
  snapshot: Snapshot,
): CreateAnswer<Snapshot> {
  // terms that the workflow refused are not kept: there is nothing to compare with
  if (isRefusedInput(snapshot)) return { kind: 'over', snapshot };
  const differences = differingTerms(snapshot.terms, terms);
  if (differences.length > 0) return { kind: 'reference-conflict', differences };
  return { kind: kind.isOver(snapshot) ? 'over' : 'open', snapshot };
}

/** What the join answered; where that says nothing of today, that it was there before, or was refused just now. */
async function joinOrStart<Terms extends LifecycleTerms, Snapshot extends LifecycleSnapshot>(
  context: ClientContext,
  creation: Creation<Terms, Snapshot>,
  recovery: Recovery | undefined,
): Promise<CreateAnswer<Snapshot> | 'was-there' | 'refused'> {
  const { kind, terms, until } = creation;
  const workflowId = idOf(kind, terms.reference);
  const calledAt = Date.now();
  try {
    const send = () => joinWithStart(context, creation, recovery);
    const answer = await sendOverRuns(context, { workflowId, until, send });
    if (answer.kind !== 'joined') return answer;
    // Temporal answers a repeat from the record of the first call; since then the lifecycle has moved on
    const { snapshot } = answer;
    const isRepeat = Date.parse(snapshot.epoch) < calledAt;
    if (isRepeat) return 'was-there';
    return recovery ? asItIs(creation, snapshot) : { kind: 'open', snapshot };
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError || isHandover(error)) return 'was-there';
    // a run that refuses its input ends before it hears anything
    if (error instanceof WorkflowUpdateFailedError) return 'refused';
    throw error;
  }
}

function joinWithStart<Terms extends LifecycleTerms, Snapshot extends LifecycleSnapshot>(
  { client, taskQueue }: ClientContext,
  { kind, terms }: Creation<Terms, Snapshot>,
  recovery: Recovery | undefined,
): Promise<JoinAnswer<Snapshot>> {
  const recoverFrom = recovery?.recoverFrom;
  const input: LifecycleInput<Terms, Snapshot> = {
    from: 'request',
    terms,
    ...(recoverFrom !== undefined && { recoverFrom }),
  };
  const start = new WithStartWorkflowOperation(kind.type, {
    workflowId: idOf(kind, terms.reference),
    taskQueue,
    args: [input],
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy: recovery ? 'ALLOW_DUPLICATE_FAILED_ONLY' : 'REJECT_DUPLICATE',
    typedSearchAttributes: attributesOf(kind, terms),
    staticSummary: kind.summaryOf(terms),
  });
  // the operation also reports a failed start to a promise of its own, which has no reader
  start.workflowHandle().catch(() => undefined);
  return client.workflow.executeUpdateWithStart(
    join as UpdateDefinition<JoinAnswer<Snapshot>, [LifecycleTerms]>,
    {
      args: [terms],
      // the lost run may have answered this id before, and Temporal would give that answer again
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
    const timeoutMs = Math.min(context.timeoutMs, SECOND_TIMEOUT_MS);
    return {
      kind: 'working',
      snapshot: await readLifecycle<Snapshot>({ ...context, timeoutMs }, kind, terms.reference),
    };
  } catch (error) {
    if (error instanceof StillWorkingError) return { kind: 'working' };
    // Temporal was away and never took it in; the request may still be on its way, so it is not "not found"
    if (error instanceof NotFoundError) {
      throw new UnavailableError('Temporal does not answer');
    }
    throw error;
  }
}
