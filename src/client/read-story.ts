import { WorkflowNotFoundError } from '@temporalio/client';
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
  const handle = reach.client.workflow.getHandle(storyId(kind, reference));
  if (await isRunning(reach, kind, reference)) {
    const asked = patiently(reach, () => handle.query(snapshot)).catch((error: unknown) => {
      if (!isSilence(error) && !isWorkerAway(error)) throw error;
      throw new StillWorkingError(`no worker answers at the moment; the ${kind.noun} itself is safe`);
    });
    return (await asked) as Snapshot;
  }
  const left = (await patiently(reach, () => handle.result())) as Snapshot | undefined;
  // it passed its news on to the story that they were about
  if (!left) throw new NotFoundError(`no ${kind.noun} ${reference} is known`);
  return left;
}

async function isRunning(reach: Reach, kind: AnyKind, reference: string): Promise<boolean> {
  const handle = reach.client.workflow.getHandle(storyId(kind, reference));
  try {
    const { status } = await patiently(reach, () => handle.describe());
    return status.name === 'RUNNING';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) {
      throw new NotFoundError(`no ${kind.noun} ${reference} is known`);
    }
    if (isSilence(error)) throw new UnavailableError('Temporal does not answer');
    throw error;
  }
}
