import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { workflowIdOf } from '../client/client.js';
import { holdsCardNumber } from '../domain/card-number.js';
import type { Address } from '../domain/lifecycle/address.js';
import { isReference } from '../domain/reference.js';
import type { OnRequestEnd } from './follow-requests.js';
import type { ApiLog } from './log.js';

/** The fields of every log line about a request, so that one search finds all of them. */
export interface LogContext {
  readonly requestId: string;
  readonly apiKeyName?: string;
  readonly reference?: string;
  readonly workflowId?: string;
}

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,64}$/;

/** Gives every request an id: the caller's, if it sends a valid one. */
export const identifyRequests: RequestHandler = (request, response, next) => {
  const requestId = readRequestId(request);
  addToLogContext(response, { requestId });
  response.set('x-request-id', requestId);
  next();
};

/** Logs one line at the end of a request. */
export function logRequest(log: ApiLog): OnRequestEnd {
  return ({ ms, ...end }, response) =>
    log.info({ ...logContextOf(response), ...end, ms: Math.round(ms) }, 'request');
}

/** Adds the lifecycle of a request to its log lines: the prefix of its workflow id, and its reference. */
export function setLogLifecycle(response: Response, { lifecycle, reference }: Address): void {
  const workflowId = workflowIdOf(lifecycle, reference);
  // a reference that our API would refuse may contain anything; the workflow id has only its hash
  addToLogContext(response, {
    workflowId,
    ...(isReference(reference) && { reference }),
  });
}

/** Adds the name of the API key to the log lines of a request. */
export function setLogKeyName(response: Response, apiKeyName: string): void {
  addToLogContext(response, { apiKeyName });
}

/** Undefined outside `identifyRequests`. */
export function logContextOf({ locals }: Response): LogContext | undefined {
  return locals.logContext as LogContext | undefined;
}

function addToLogContext(response: Response, more: Partial<LogContext>): void {
  response.locals.logContext = { ...logContextOf(response), ...more };
}

function readRequestId(request: Request): string {
  const given = request.get('x-request-id') ?? '';
  return REQUEST_ID.test(given) && !holdsCardNumber(given) ? given : randomUUID();
}
