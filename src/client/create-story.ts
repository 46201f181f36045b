import {
  WithStartWorkflowOperation,
  WorkflowExecutionAlreadyStartedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import type { UpdateDefinition } from '@temporalio/common';
import {
  join,
  type JoinAnswer,
  storyId,
  type StoryInput,
  type StoryKind,
  type StoryTerms,
} from '../../workflows/shared/messages.js';
import type { StorySnapshot } from '../domain/story.js';
import { differingTerms } from '../domain/terms.js';
import { NotFoundError, StillWorkingError, UnavailableError } from './errors.js';
import { patiently } from './patience.js';
import type { Reach } from './reach.js';
import { readStory } from './read-story.js';
import { attributesOf } from './search-attributes.js';
import { termsId } from './terms.js';

/** Who has waited long already is not kept waiting as long again. */
const SECOND_PATIENCE_MS = 3_000;

export type CreateAnswer<Snapshot extends StorySnapshot> =
  /** It runs, and has what its caller needs. */
  | { readonly kind: 'open'; readonly snapshot: Snapshot }
  /** It runs, but the gateway has not answered within the caller's patience. */
  | { readonly kind: 'working'; readonly snapshot?: Snapshot }
  /** The same request was made before, and its story is over. */
  | { readonly kind: 'over'; readonly snapshot: Snapshot }
  | { readonly kind: 'terms-differ'; readonly differences: readonly string[] };

/**
 * Starts the story or joins it, in one call to Temporal. Everything that can be refused is refused before:
 * a start that is refused afterwards would leave a run behind.
 */
export async function createStory<Terms extends StoryTerms, Snapshot extends StorySnapshot>(
  reach: Reach,
  kind: StoryKind<Terms, Snapshot>,
  terms: Terms,
): Promise<CreateAnswer<Snapshot>> {
  const calledAt = Date.now();
  try {
    const answer = await joinOrStart(reach, kind, terms);
    if (answer.kind !== 'joined') return answer;
    // Temporal answers a repeat from the record of the first call; since then the story has moved on
    const isRepeat = Date.parse(answer.snapshot.epoch) < calledAt;
    return isRepeat ? await answerAsItIs(reach, kind, terms) : { kind: 'open', snapshot: answer.snapshot };
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return answerAsItIs(reach, kind, terms);
    if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) return answerSoFar(reach, kind, terms);
    throw error;
  }
}

async function joinOrStart<Terms extends StoryTerms, Snapshot extends StorySnapshot>(
  reach: Reach,
  kind: StoryKind<Terms, Snapshot>,
  terms: Terms,
): Promise<JoinAnswer<Snapshot>> {
  const { client, taskQueue } = reach;
  const input: StoryInput<Terms, Snapshot> = { from: 'request', terms };
  const start = new WithStartWorkflowOperation(kind.type, {
    workflowId: storyId(kind, terms.reference),
    taskQueue,
    args: [input],
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    typedSearchAttributes: attributesOf(kind, terms),
    staticSummary: kind.summaryOf(terms),
  });
  // the operation also reports a failed start to a promise of its own, which nobody waits for
  start.workflowHandle().catch(() => undefined);
  return patiently(reach, () =>
    client.workflow.executeUpdateWithStart(join as UpdateDefinition<JoinAnswer<Snapshot>, [StoryTerms]>, {
      args: [terms],
      updateId: termsId(terms),
      startWorkflowOperation: start,
    }),
  );
}

async function answerAsItIs<Terms extends StoryTerms, Snapshot extends StorySnapshot>(
  reach: Reach,
  kind: StoryKind<Terms, Snapshot>,
  terms: Terms,
): Promise<CreateAnswer<Snapshot>> {
  const snapshot = await readStory<Snapshot>(reach, kind, terms.reference);
  const differences = differingTerms(snapshot.terms, terms);
  if (differences.length > 0) return { kind: 'terms-differ', differences };
  return { kind: kind.isOpen(snapshot.state) ? 'open' : 'over', snapshot };
}

async function answerSoFar<Terms extends StoryTerms, Snapshot extends StorySnapshot>(
  reach: Reach,
  kind: StoryKind<Terms, Snapshot>,
  terms: Terms,
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
