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
  type StoryInput,
  type StoryKind,
  type StoryTerms,
} from '../../workflows/shared/messages.js';
import type { StorySnapshot } from '../domain/story.js';
import { differingTerms } from '../domain/terms.js';
import { NotFoundError, StillWorkingError, UnavailableError } from './errors.js';
import { idOf } from './ids.js';
import type { Reach } from './reach.js';
import { endedWithoutResult, isRefusedInput, lookUp, readStory } from './read-story.js';
import { isHandover, sendOverRuns } from './repeat.js';
import { isLostRun, predecessorOf } from './runs.js';
import { attributesOf } from './search-attributes.js';
import { termsId } from './terms.js';

/** A caller that has waited long already is not kept waiting as long again. */
const SECOND_PATIENCE_MS = 3_000;
const LOOK_AGAIN_MS = 100;

export type CreateAnswer<Snapshot extends StorySnapshot> =
  /** It runs, and has what its caller needs. */
  | { readonly kind: 'open'; readonly snapshot: Snapshot }
  /** It runs, but the gateway has not answered within the caller's timeout. */
  | { readonly kind: 'working'; readonly snapshot?: Snapshot }
  /** The same request was made before, and its lifecycle has ended. */
  | { readonly kind: 'over'; readonly snapshot: Snapshot }
  | { readonly kind: 'terms-differ'; readonly differences: readonly string[] };

/** What is created, and until when its caller waits, in milliseconds since the epoch. */
interface Creation<Terms extends StoryTerms, Snapshot extends StorySnapshot> {
  readonly kind: StoryKind<Terms, Snapshot>;
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
export async function createStory<Terms extends StoryTerms, Snapshot extends StorySnapshot>(
  reach: Reach,
  kind: StoryKind<Terms, Snapshot>,
  terms: Terms,
): Promise<CreateAnswer<Snapshot>> {
  const creation = { kind, terms, until: Date.now() + reach.patienceMs };
  try {
    return await createOrRecover(reach, creation);
  } catch (error) {
    if (error instanceof StillWorkingError) return answerSoFar(reach, creation);
    throw error;
  }
}

/**
 * A run that ended without a result (terminated, timed out, refused) must not keep its reference for ever: a create
 * that meets one starts another that recovers from it, once in a call. A run that completed meanwhile wins over that.
 */
async function createOrRecover<Terms extends StoryTerms, Snapshot extends StorySnapshot>(
  reach: Reach,
  creation: Creation<Terms, Snapshot>,
  recovery?: Recovery,
): Promise<CreateAnswer<Snapshot>> {
  const { kind, terms } = creation;
  const joined = await joinOrStart(reach, creation, recovery);
  if (typeof joined === 'object') return joined;
  const { run, snapshot } = await lookUpInTime(reach, creation);
  const known = snapshot as Snapshot | undefined;
  if (isLostRun(run) && !recovery && joined === 'was-there') {
    // one that refused its input has sent nothing; what it was to recover from, this one recovers from
    const isRefused = known !== undefined && isRefusedInput(known);
    const recoverFrom = isRefused ? await predecessorOf(reach, run) : run.runId;
    return createOrRecover(reach, creation, { recoverFrom });
  }
  if (!known) throw endedWithoutResult(kind, terms.reference, run);
  return asItIs(creation, known);
}

/** One run may take over from another while it is read; the caller's time is what counts. */
async function lookUpInTime<Terms extends StoryTerms, Snapshot extends StorySnapshot>(
  reach: Reach,
  { kind, terms, until }: Creation<Terms, Snapshot>,
): ReturnType<typeof lookUp> {
  for (;;) {
    const patienceMs = Math.max(until - Date.now(), 1);
    try {
      return await lookUp({ ...reach, patienceMs }, kind, terms.reference);
    } catch (error) {
      if (!(error instanceof StillWorkingError) || Date.now() + LOOK_AGAIN_MS >= until) throw error;
    }
    await pause(LOOK_AGAIN_MS);
  }
}

function asItIs<Terms extends StoryTerms, Snapshot extends StorySnapshot>(
  { kind, terms }: Creation<Terms, Snapshot>,
  snapshot: Snapshot,
): CreateAnswer<Snapshot> {
  // terms that the workflow refused are not kept: there is nothing to compare with
  if (isRefusedInput(snapshot)) return { kind: 'over', snapshot };
  const differences = differingTerms(snapshot.terms, terms);
  if (differences.length > 0) return { kind: 'terms-differ', differences };
  return { kind: kind.isOver(snapshot) ? 'over' : 'open', snapshot };
}

/** What the join answered; where that says nothing of today, that it was there before, or was refused just now. */
async function joinOrStart<Terms extends StoryTerms, Snapshot extends StorySnapshot>(
  reach: Reach,
  creation: Creation<Terms, Snapshot>,
  recovery: Recovery | undefined,
): Promise<CreateAnswer<Snapshot> | 'was-there' | 'refused'> {
  const { kind, terms, until } = creation;
  const workflowId = idOf(kind, terms.reference);
  const calledAt = Date.now();
  try {
    const send = () => joinWithStart(reach, creation, recovery);
    const answer = await sendOverRuns(reach, { workflowId, until, send });
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

function joinWithStart<Terms extends StoryTerms, Snapshot extends StorySnapshot>(
  { client, taskQueue }: Reach,
  { kind, terms }: Creation<Terms, Snapshot>,
  recovery: Recovery | undefined,
): Promise<JoinAnswer<Snapshot>> {
  const recoverFrom = recovery?.recoverFrom;
  const input: StoryInput<Terms, Snapshot> = {
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
    join as UpdateDefinition<JoinAnswer<Snapshot>, [StoryTerms]>,
    {
      args: [terms],
      // the lost run may have answered this id before, and Temporal would give that answer again
      updateId: termsId({ ...terms, recoverFrom }),
      startWorkflowOperation: start,
    },
  );
}

async function answerSoFar<Terms extends StoryTerms, Snapshot extends StorySnapshot>(
  reach: Reach,
  { kind, terms }: Creation<Terms, Snapshot>,
): Promise<CreateAnswer<Snapshot>> {
  try {
    const patienceMs = Math.min(reach.patienceMs, SECOND_PATIENCE_MS);
    return {
      kind: 'working',
      snapshot: await readStory<Snapshot>({ ...reach, patienceMs }, kind, terms.reference),
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
