import {
  isGrpcCancelledError,
  isGrpcDeadlineError,
  isGrpcServiceError,
  ServiceError,
} from '@temporalio/client';
import { UnavailableError } from './errors.js';
import type { ClientContext } from './context.js';
import { GRPC } from '../domain/grpc-status.js';

/** Temporal's client retries for a long time; this limits the call to the caller's timeout. */
export function withinTimeout<Result>(
  { client, timeoutMs }: Pick<ClientContext, 'client' | 'timeoutMs'>,
  ask: () => Promise<Result>,
): Promise<Result> {
  return client.withDeadline(Date.now() + timeoutMs, ask);
}

/** The Temporal server answers within milliseconds, with or without workers; when it is down, a read fails soon. */
export const READ_TIMEOUT_MS = 1_500;

/** For the first call of a read, which needs the Temporal server and no worker. */
export function withReadTimeout(context: ClientContext): ClientContext {
  return { ...context, timeoutMs: Math.min(context.timeoutMs, context.readTimeoutMs) };
}

/** The gateway repeats an event that it gets no answer for. Its timeout is not documented; five seconds were observed. */
export const EVENT_TIMEOUT_MS = 4_000;

/** For the event endpoint: an event that Temporal does not accept in time is refused, so that the gateway repeats it. */
export async function withinGatewayTimeout<Result>(
  { client, signalClient, ...context }: ClientContext,
  ask: () => Promise<Result>,
): Promise<Result> {
  const timeoutMs = Math.min(context.timeoutMs, context.eventTimeoutMs);
  const asked = withinTimeout({ client, timeoutMs }, () =>
    withinTimeout({ client: signalClient, timeoutMs }, ask),
  );
  try {
    return await orTimeout(asked, timeoutMs);
  } catch (error) {
    if (isUnavailable(error)) throw new UnavailableError('Temporal is not responding.');
    throw error;
  }
}

/** A native connection repeats a failed call without regard to its deadline, which limits each attempt only. */
async function orTimeout<Result>(asked: Promise<Result>, timeoutMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new UnavailableError('Temporal is not responding.')), timeoutMs);
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

/**
 * No answer in time, or no connection. A cancelled call counts: we cancel none, the server does when it notices the
 * expired deadline first.
 */
export function isUnavailable(error: unknown): boolean {
  return isTimeout(error) || codeOf(error) === GRPC.UNAVAILABLE;
}

/** The caller's deadline has passed, which is the usual end of a long poll. */
export function isTimeout(error: unknown): boolean {
  const cause = causeOf(error);
  return isGrpcDeadlineError(cause) || isGrpcCancelledError(cause);
}

export function isNotFound(error: unknown): boolean {
  return codeOf(error) === GRPC.NOT_FOUND;
}

/** Temporal refuses the request as such. */
export function isRefused(error: unknown): boolean {
  return codeOf(error) === GRPC.INVALID_ARGUMENT;
}

/** Temporal responds, but no worker can answer a query, or none has started this run. */
export function isNotReady(error: unknown): boolean {
  return codeOf(error) === GRPC.FAILED_PRECONDITION;
}

function codeOf(error: unknown): number | undefined {
  const cause = causeOf(error);
  return isGrpcServiceError(cause) ? cause.code : undefined;
}

/** The SDK wraps some errors in a ServiceError. */
function causeOf(error: unknown): unknown {
  return error instanceof ServiceError ? error.cause : error;
}
