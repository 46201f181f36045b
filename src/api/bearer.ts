import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { Problem } from './problem.js';

/** Only the hash of a key is stored: the key file alone does not give access to the API. */
export interface ApiKey {
  readonly name: string;
  readonly sha256: string;
}

export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

export function requireKey(keys: readonly ApiKey[]): RequestHandler {
  return (request, _response, next) => {
    const given = /^Bearer (\S+)$/.exec(request.get('authorization') ?? '')?.[1];
    if (given === undefined)
      throw new Problem('unauthenticated', 'Send the header Authorization: Bearer <API key>.');
    const hash = Buffer.from(hashKey(given), 'hex');
    // compare every key, so that the response time does not show which one matched
    const matching = keys.filter(({ sha256 }) => timingSafeEqual(hash, Buffer.from(sha256, 'hex')));
    if (matching.length === 0) throw new Problem('unauthenticated', 'The API key is unknown.');
    next();
  };
}
