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

/** Temporal's client retries for a long time; this limits the call to the caller's timeout. */
export function withinTimeout<Result>(
  { client, timeoutMs }: Pick<ClientContext, 'client' | 'timeoutMs'>,
  ask: () => Promise<Result>,
): Promise<Result> {
  return client.withDeadline(Date.now() + timeoutMs, ask);
}

/** The Temporal server answers within milliseconds, with or without workers; when it is down, a read fails soon. */
const READ_TIMEOUT_MS = 1_500;

/** For the first call of a read, which needs the Temporal server and no worker. */
export function withReadTimeout({ timeoutMs, ...context }: ClientContext): ClientContext {
  return { ...context, timeoutMs: Math.min(timeoutMs, READ_TIMEOUT_MS) };
}

/** The gateway repeats an event that it gets no answer for. Its timeout is not documented; five seconds were observed. */
const GATEWAY_TIMEOUT_MS = 4_000;

/** For the event endpoint: an event that Temporal does not accept in time is refused, so that the gateway repeats it. */
export async function withinGatewayTimeout<Result>(
  context: Pick<ClientContext, 'client' | 'timeoutMs'>,
  ask: () => Promise<Result>,
): Promise<Result> {
  const timeoutMs = Math.min(context.timeoutMs, GATEWAY_TIMEOUT_MS);
  try {
    return await withinTimeout({ ...context, timeoutMs }, ask);
  } catch (error) {
    if (isUnavailable(error)) throw new UnavailableError('Temporal is not responding.');
    throw error;
  }
}

/**
 * No answer in time, or no connection. A cancelled call counts: we cancel none, the server does when it notices the
 * expired deadline first.
 */
export function isUnavailable(error: unknown): boolean {
  return isTimeout(error) || codeOf(error) === GRPC_UNAVAILABLE;
}

/** The caller's deadline has passed, which is the usual end of a long poll. */
export function isTimeout(error: unknown): boolean {
  const cause = causeOf(error);
  return isGrpcDeadlineError(cause) || isGrpcCancelledError(cause);
}

export function isNotFound(error: unknown): boolean {
  return codeOf(error) === GRPC_NOT_FOUND;
}

/** Temporal responds, but no worker can answer a query, or none has started this run. */
export function isNotReady(error: unknown): boolean {
  return codeOf(error) === GRPC_FAILED_PRECONDITION;
}

function codeOf(error: unknown): number | undefined {
  const cause = causeOf(error);
  return isGrpcServiceError(cause) ? cause.code : undefined;
}

/** The SDK wraps some errors in a ServiceError. */
function causeOf(error: unknown): unknown {
  return error instanceof ServiceError ? error.cause : error;
}
