import {
  isGrpcCancelledError,
  isGrpcDeadlineError,
  isGrpcServiceError,
  ServiceError,
} from '@temporalio/client';
import type { Reach } from './reach.js';

const GRPC_FAILED_PRECONDITION = 9;
const GRPC_UNAVAILABLE = 14;

/** Temporal's client would try again for long; whoever called us has a patience of his own. */
export function patiently<Result>(
  { client, patienceMs }: Pick<Reach, 'client' | 'patienceMs'>,
  ask: () => Promise<Result>,
): Promise<Result> {
  return client.withDeadline(Date.now() + patienceMs, ask);
}

/**
 * No answer in time, or no connection. We cancel nothing ourselves: a call is cancelled when the server notices
 * first that its time is over.
 */
export function isSilence(error: unknown): boolean {
  const cause = causeOf(error);
  return isGrpcDeadlineError(cause) || isGrpcCancelledError(cause) || codeOf(error) === GRPC_UNAVAILABLE;
}

/** Temporal is there, and has not seen a worker for a while that could answer a question. */
export function isWorkerAway(error: unknown): boolean {
  return codeOf(error) === GRPC_FAILED_PRECONDITION;
}

function codeOf(error: unknown): number | undefined {
  const cause = causeOf(error);
  return isGrpcServiceError(cause) ? cause.code : undefined;
}

/** The SDK wraps errors now and then. */
function causeOf(error: unknown): unknown {
  return error instanceof ServiceError ? error.cause : error;
}
