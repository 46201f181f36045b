import { QueryNotRegisteredError, WorkflowFailedError, WorkflowNotFoundError } from '@temporalio/client';
import { snapshot, storyId } from '../../workflows/shared/messages.js';
import type { StorySnapshot } from '../domain/story.js';
import { NotFoundError, StillWorkingError, UnavailableError } from './errors.js';
import type { AnyKind } from './kinds.js';
import { isSilence, isWorkerAway, patiently } from './patience.js';
import type { Reach } from './reach.js';

/** A finished story is read from its result, which needs no worker; a running one is asked. */
export async function readStory<Snapshot extends StorySnapshot>(
  reach: Reach,
  kind: AnyKind,
  reference: string,
): Promise<Snapshot> {
  const id = storyId(kind, reference);
  const { status, runId } = await describeRun(reach, kind, reference);
  if (status.name === 'RUNNING') {
    const handle = reach.client.workflow.getHandle(id);
    const asked = patiently(reach, () => handle.query(snapshot)).catch((error: unknown) => {
      // a run from news is asked before it knows what it is about
      if (!isSilence(error) && !isWorkerAway(error) && !(error instanceof QueryNotRegisteredError))
        throw error;
      throw new StillWorkingError(`it cannot be read at the moment; the ${kind.noun} itself is safe`);
    });
    return (await asked) as Snapshot;
  }
  // of this very run: news may have begun another since, whose end nobody should wait for
  const ended = reach.client.workflow.getHandle(id, runId);
  const left = (await patiently(reach, () => ended.result()).catch(ignoreFailed)) as Snapshot | undefined;
  // it was terminated, or passed its news on to the story that they were about
  if (!left) throw new NotFoundError(`no ${kind.noun} ${reference} is known`);
  return left;
}

async function describeRun(reach: Reach, kind: AnyKind, reference: string) {
  const handle = reach.client.workflow.getHandle(storyId(kind, reference));
  try {
    return await patiently(reach, () => handle.describe());
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) {
      throw new NotFoundError(`no ${kind.noun} ${reference} is known`);
    }
    if (isSilence(error)) throw new UnavailableError('Temporal does not answer');
    throw error;
  }
}

function ignoreFailed(error: unknown): undefined {
  if (error instanceof WorkflowFailedError) return undefined;
  throw error;
}
