import { setTimeout as pause } from 'node:timers/promises';
import {
  ServiceError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { CONTINUING, NOT_KNOWN_YET } from '../../workflows/shared/messages.js';
import { StillWorkingError } from './errors.js';
import type { ClientContext } from './context.js';
import { findRun, isOpenRun } from './runs.js';

/** A run that continues as new needs milliseconds, or the time of one gateway call that is in flight. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/** How a run says, or Temporal says for it, that this message was not carried out and the next run takes it. */
const HANDOVER_TYPES: readonly (string | null | undefined)[] = [
  CONTINUING,
  NOT_KNOWN_YET,
  'AcceptedUpdateCompletedWorkflow',
];
const HANDOVER_MESSAGE = /Update-with-Start could not be executed|unexpected workflow task failure/i;

export interface Message<Answer> {
  readonly workflowId: string;
  /** Until when it is repeated, in milliseconds since the epoch. */
  readonly until: number;
  /** Sends it, each time under the same update id. */
  readonly send: () => Promise<Answer>;
}

/**
 * Sends a message, and sends it again while one run hands over to the next: a run that continues as new turns
 * waiting callers away, and so does one that is still loading its state. Only a lifecycle that is running is worth a
 * repeat; of a closed one the caller reads how it ended. Not answered in time is StillWorkingError.
 */
export async function sendOverRuns<Answer>(
  context: ClientContext,
  { workflowId, until, send }: Message<Answer>,
): Promise<Answer> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await context.client.withDeadline(until, send);
    } catch (error) {
      if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) throw notYet(error);
      if (!isHandover(error)) throw error;
      if (Date.now() + pauseMs >= until) throw notYet(error);
      const run = await findRun({ ...context, timeoutMs: until - Date.now() }, workflowId);
      if (!run || !isOpenRun(run)) throw error;
    }
    // many that were turned away together do not come back together: what arrives delays the next run
    await pause(pauseMs * (0.5 + Math.random() / 2));
  }
}

function notYet(cause: unknown): StillWorkingError {
  return new StillWorkingError('the gateway has not answered yet; ask again', { cause });
}

/** Not-found counts: between two runs an update may miss both. Whether there is a next run, `describe` tells. */
export function isHandover(error: unknown): boolean {
  if (error instanceof WorkflowNotFoundError) return true;
  if (error instanceof WorkflowUpdateFailedError) {
    return error.cause instanceof ApplicationFailure && HANDOVER_TYPES.includes(error.cause.type);
  }
  const { cause } = error instanceof ServiceError ? error : { cause: undefined };
  return [error, cause].some((each) => each instanceof Error && HANDOVER_MESSAGE.test(each.message));
}
