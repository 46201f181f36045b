import type { Request, RequestHandler } from 'express';
import { notJson } from '../requests/parse.js';
import { Problem } from '../requests/problem.js';
import { hasBody, refuseEncoded, refuseOtherCharsets } from './body-format.js';
import { collectBody } from './collect-body.js';
import type { OpenBodies } from './open-bodies.js';

const MAX_BYTES = 100 * 1024;

/** Reads the body of a request into `request.body`: an object in JSON. A refused body never reaches a route. */
export function readJson(bodies: OpenBodies): RequestHandler {
  return async (request, _response, next) => {
    if (hasBody(request)) request.body = await readObject(request, bodies);
    next();
  };
}

async function readObject(request: Request, bodies: OpenBodies): Promise<object> {
  if (!request.is('application/json')) {
    throw new Problem('wrong-content-type', 'Send the body as application/json.');
  }
  refuseEncoded(request);
  refuseOtherCharsets(request);
  const declared = refuseSize(Number(request.get('content-length') ?? 0));
  if (declared) throw declared;
  const whole = await collectBody(request, { bodies, refuseSize });
  const read = parseJson(whole());
  if (typeof read !== 'object' || read === null) throw notJson();
  return read;
}

const refuseSize = (bytes: number) =>
  bytes > MAX_BYTES ? new Problem('too-large', 'The body exceeds the size limit.') : undefined;

/** It drops a byte order mark. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw notJson();
  }
}
