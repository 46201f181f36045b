import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { workflowIdOf } from '../client/client.js';
import { holdsCardNumber } from '../domain/card-number.js';
import { isReference } from '../domain/reference.js';
import type { ApiLog } from './app.js';

/** What every log line about a request says, so that one search finds all of them. */
export interface RequestFacts {
  readonly requestId: string;
  readonly reference?: string;
  readonly workflowId?: string;
}

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,64}$/;

/** Gives every request an id, the caller's own where it sends a usable one, and writes one line when it is over. */
export function logRequests(log: ApiLog): RequestHandler {
  return (request, response, next) => {
    const requestId = readRequestId(request);
    const startedAt = performance.now();
    setFacts(response, { requestId });
    response.set('x-request-id', requestId);
    response.once('close', () => {
      const ms = Math.round(performance.now() - startedAt);
      const status = response.writableFinished ? response.statusCode : 'aborted';
      const { method } = request;
      log.info({ ...factsOf(response), method, route: routeOf(request), status, ms }, 'request');
    });
    next();
  };
}

/** Says which lifecycle a request is about: the prefix of its workflow id, and its reference. */
export function about(
  response: Response,
  { lifecycle, reference }: { readonly lifecycle: string; readonly reference: string },
): void {
  const workflowId = workflowIdOf(lifecycle, reference);
  // a reference that we would not have allowed may be anything; its workflow id has a hash of it
  setFacts(response, { ...factsOf(response), workflowId, ...(isReference(reference) && { reference }) });
}

export function factsOf({ locals }: Response): RequestFacts {
  return locals.facts as RequestFacts;
}

function setFacts(response: Response, facts: RequestFacts): void {
  response.locals.facts = facts;
}

function readRequestId(request: Request): string {
  const given = request.get('x-request-id') ?? '';
  return REQUEST_ID.test(given) && !holdsCardNumber(given) ? given : randomUUID();
}

const MOUNTED = /^\/(?:v1\/(?:checkouts|invoices|reserved-accounts|strays)|webhooks|return|desk)(?=\/|\?|$)/;

/** The route and not the path: paths hold return tokens, and whatever strangers put into them. */
function routeOf({ originalUrl, route }: Request): string {
  const mounted = MOUNTED.exec(originalUrl)?.[0];
  const path: unknown = (route as { readonly path?: unknown } | undefined)?.path;
  return mounted !== undefined && typeof path === 'string' ? `${mounted}${path}` : 'none';
}
