import { setTimeout as pause } from 'node:timers/promises';
import {
  ServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { BUSY, CONTINUING, NOT_KNOWN_YET } from '../../workflows/shared/messages.js';
import { InProgressError } from './errors.js';
import type { ClientContext } from './context.js';
import { findRun, isOpenRun } from './runs.js';

/** Continue-as-new takes milliseconds, or as long as a gateway call that is in flight. */
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 1_000;

/** Failures that mean: this run did not process the message, send it again, usually to the next run. */
const HANDOVER_TYPES: readonly (string | null | undefined)[] = [
  CONTINUING,
  NOT_KNOWN_YET,
  BUSY,
  'AcceptedUpdateCompletedWorkflow',
  // the server's word when a worker finished its task without it, as happens to many at once while a run continues
  'UnprocessedUpdate',
];
const HANDOVER_MESSAGE = /Update-with-Start could not be executed|unexpected workflow task failure/i;

export interface Message<Answer> {
  readonly workflowId: string;
  /** The deadline for repeats, in milliseconds since the epoch. */
  readonly until: number;
  /** Sends the message, each time with the same update id. */
  readonly send: () => Promise<Answer>;
}

/**
 * Sends a message, and repeats it while one run hands over to the next: a run that continues as new refuses waiting
 * callers, and so does one that is still loading its state. It repeats only while the lifecycle is open; the caller
 * reads how a closed one ended. Throws InProgressError when no answer arrives in time.
 */
export async function sendAcrossRuns<Answer>(
  context: ClientContext,
  { workflowId, until, send }: Message<Answer>,
): Promise<Answer> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    try {
      return await context.client.withDeadline(until, send);
    } catch (error) {
      if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) throw notAnsweredYet(error);
      if (!isHandover(error)) throw error;
      if (Date.now() + pauseMs >= until) throw notAnsweredYet(error);
      const run = await findRun({ ...context, timeoutMs: until - Date.now() }, workflowId);
      if (!run || !isOpenRun(run)) throw error;
    }
    // jitter: callers that were refused together must not return together, because each message delays the next run
    await pause(pauseMs * (0.5 + Math.random() / 2));
  }
}

function notAnsweredYet(cause: unknown): InProgressError {
  return new InProgressError('The gateway has not answered yet. Retry the identical request.', { cause });
}

/** Not-found counts: between two runs an update may miss both. `describe` shows whether there is a next run. */
export function isHandover(error: unknown): boolean {
  if (error instanceof WorkflowNotFoundError) return true;
  if (error instanceof WorkflowUpdateFailedError) {
    return error.cause instanceof ApplicationFailure && HANDOVER_TYPES.includes(error.cause.type);
  }
  const { cause } = error instanceof ServiceError ? error : { cause: undefined };
  return [error, cause].some((each) => each instanceof Error && HANDOVER_MESSAGE.test(each.message));
}

/** The start found a run that its sender did not know of: it exists already, or has ended meanwhile. */
export const isOutdatedStart = (error: unknown): boolean =>
  error instanceof WorkflowExecutionAlreadyStartedError || isHandover(error);
