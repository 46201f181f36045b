import {
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure, type UpdateDefinition } from '@temporalio/common';
import { NOT_KNOWN_YET, storyId } from '../../workflows/shared/messages.js';
import { RefusedError, StillWorkingError } from './errors.js';
import type { AnyKind } from './kinds.js';
import { patiently } from './patience.js';
import type { Reach } from './reach.js';
import { readStory } from './read-story.js';

export interface Order<Answer, Args extends unknown[]> {
  readonly update: UpdateDefinition<Answer, Args>;
  readonly args: Args;
}

/** Sends an order to a story that is running, and waits for its answer within the caller's patience. */
export async function order<Answer, Args extends unknown[]>(
  reach: Reach,
  { kind, reference }: { readonly kind: AnyKind; readonly reference: string },
  { update, args }: Order<Answer, Args>,
): Promise<Answer> {
  const handle = reach.client.workflow.getHandle(storyId(kind, reference));
  // the SDK has one signature for updates without arguments and one for those with; both do the same
  try {
    return await patiently(reach, () =>
      handle.executeUpdate<Answer, [unknown, ...unknown[]]>(update as never, { args } as never),
    );
  } catch (error) {
    if (error instanceof WorkflowUpdateFailedError) throw refusal(error);
    if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) {
      throw new StillWorkingError('the gateway has not answered yet; ask again');
    }
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    // over, or never there: reading it tells which
    const { state } = await readStory(reach, kind, reference);
    throw new RefusedError('not-open', `the ${kind.noun} is ${state}`);
  }
}

function refusal({ cause, message }: WorkflowUpdateFailedError): Error {
  if (cause instanceof ApplicationFailure && cause.type === NOT_KNOWN_YET) {
    return new StillWorkingError('it is still being recalled; ask again');
  }
  if (cause instanceof ApplicationFailure) return new RefusedError(cause.type ?? 'refused', cause.message);
  return new RefusedError('refused', cause?.message ?? message);
}
