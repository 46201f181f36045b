import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import * as lifecycles from '../../workflows/lifecycles.js';
import { workflowIdOf } from '../client/client.js';
import { holdsCardNumber } from '../domain/card-number.js';
import type { Address } from '../domain/lifecycle/address.js';
import { isReference } from '../domain/reference.js';
import type { ApiLog } from './log.js';

/** The fields of every log line about a request, so that one search finds all of them. */
export interface LogContext {
  readonly requestId: string;
  readonly apiKeyName?: string;
  readonly reference?: string;
  readonly workflowId?: string;
}

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,64}$/;

/** Gives every request an id (the caller's, if it sends a valid one) and logs one line at its end. */
export function logRequests(log: ApiLog): RequestHandler {
  return (request, response, next) => {
    const requestId = readRequestId(request);
    const startedAt = performance.now();
    setLogContext(response, { requestId });
    response.set('x-request-id', requestId);
    response.once('close', () => {
      const ms = Math.round(performance.now() - startedAt);
      const status = response.writableFinished ? response.statusCode : 'aborted';
      const { method } = request;
      log.info({ ...logContextOf(response), method, route: routeOf(request), status, ms }, 'request');
    });
    next();
  };
}

/** Adds the lifecycle of a request to its log lines: the prefix of its workflow id, and its reference. */
export function setLogLifecycle(response: Response, { lifecycle, reference }: Address): void {
  const workflowId = workflowIdOf(lifecycle, reference);
  // a reference that our API would refuse may contain anything; the workflow id has only its hash
  setLogContext(response, {
    ...logContextOf(response),
    workflowId,
    ...(isReference(reference) && { reference }),
  });
}

/** Adds the name of the API key to the log lines of a request. */
export function setLogKeyName(response: Response, apiKeyName: string): void {
  setLogContext(response, { ...logContextOf(response), apiKeyName });
}

export function logContextOf({ locals }: Response): LogContext {
  return locals.logContext as LogContext;
}

function setLogContext(response: Response, logContext: LogContext): void {
  response.locals.logContext = logContext;
}

function readRequestId(request: Request): string {
  const given = request.get('x-request-id') ?? '';
  return REQUEST_ID.test(given) && !holdsCardNumber(given) ? given : randomUUID();
}

const MOUNT_PATHS = [...Object.values(lifecycles).map(({ path }) => path), '/webhooks', '/return', '/vault'];
const MOUNT_PATH = new RegExp(`^(?:${MOUNT_PATHS.join('|')})(?=/|\\?|$)`);

/** The route, not the path: paths contain return tokens, and anything else that a caller sends. */
function routeOf({ originalUrl, route }: Request): string {
  const mounted = MOUNT_PATH.exec(originalUrl)?.[0];
  const path: unknown = (route as { readonly path?: unknown } | undefined)?.path;
  return mounted !== undefined && typeof path === 'string' ? `${mounted}${path}` : 'none';
}
