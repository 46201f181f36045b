import {
  isGrpcCancelledError,
  isGrpcDeadlineError,
  isGrpcServiceError,
  ServiceError,
} from '@temporalio/client';
import type { Reach } from './reach.js';

const GRPC_UNAVAILABLE = 14;

/** Temporal's client would try again for long; whoever called us has a patience of his own. */
export function patiently<Result>(
  { client, patienceMs }: Pick<Reach, 'client' | 'patienceMs'>,
  ask: () => Promise<Result>,
): Promise<Result> {
  return client.withDeadline(Date.now() + patienceMs, ask);
}

/**
 * No answer in time, or no connection; the SDK wraps either now and then. We cancel nothing ourselves: a call is
 * cancelled when the server notices first that its time is over.
 */
export function isSilence(error: unknown): boolean {
  const cause = error instanceof ServiceError ? error.cause : error;
  return (
    isGrpcDeadlineError(cause) ||
    isGrpcCancelledError(cause) ||
    (isGrpcServiceError(cause) && (cause.code as number) === GRPC_UNAVAILABLE)
  );
}
