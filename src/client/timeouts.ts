import {
  isGrpcCancelledError,
  isGrpcDeadlineError,
  isGrpcServiceError,
  ServiceError,
} from '@temporalio/client';
import { UnavailableError } from './errors.js';
import type { ClientContext } from './context.js';

const GRPC_NOT_FOUND = 5;
const GRPC_FAILED_PRECONDITION = 9;
const GRPC_UNAVAILABLE = 14;

/** Temporal's client would try again for long; whoever called us has a patience of his own. */
export function withinTimeout<Result>(
  { client, timeoutMs }: Pick<ClientContext, 'client' | 'timeoutMs'>,
  ask: () => Promise<Result>,
): Promise<Result> {
  return client.withDeadline(Date.now() + timeoutMs, ask);
}

/** Temporal itself answers within milliseconds, whatever its workers do; a reader is not kept waiting for one that is away. */
const TEMPORAL_ANSWERS_WITHIN_MS = 1_500;

/** For the first call of a read, which needs Temporal and no worker. */
export function inReadersTime({ timeoutMs, ...context }: ClientContext): ClientContext {
  return { ...context, timeoutMs: Math.min(timeoutMs, TEMPORAL_ANSWERS_WITHIN_MS) };
}

/** The gateway repeats what is not answered; it does not say after how long, and others found five seconds. */
const GATEWAY_TIMEOUT_MS = 4_000;

/** For what the gateway waits for: an event that Temporal did not accept in time is refused, so that it is repeated. */
export async function withinGatewayTimeout<Result>(
  context: Pick<ClientContext, 'client' | 'timeoutMs'>,
  ask: () => Promise<Result>,
): Promise<Result> {
  const timeoutMs = Math.min(context.timeoutMs, GATEWAY_TIMEOUT_MS);
  try {
    return await withinTimeout({ ...context, timeoutMs }, ask);
  } catch (error) {
    if (isSilence(error)) throw new UnavailableError('Temporal does not answer');
    throw error;
  }
}

/**
 * No answer in time, or no connection. We cancel nothing ourselves: a call is cancelled when the server notices
 * first that its time is over.
 */
export function isSilence(error: unknown): boolean {
  return isTimeOver(error) || codeOf(error) === GRPC_UNAVAILABLE;
}

/** The caller's own time is over; of a long poll that is the usual end. */
export function isTimeOver(error: unknown): boolean {
  const cause = causeOf(error);
  return isGrpcDeadlineError(cause) || isGrpcCancelledError(cause);
}

export function isNotFound(error: unknown): boolean {
  return codeOf(error) === GRPC_NOT_FOUND;
}

/** Temporal is there, but no worker that could answer a question, or none has begun with this run. */
export function isNotReady(error: unknown): boolean {
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
