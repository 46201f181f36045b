import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { Problem } from './problem.js';

/** A key is kept as its hash: who reads the file cannot call the API with what is in it. */
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
    if (given === undefined) throw new Problem('unauthenticated', 'send Authorization: Bearer <API key>');
    const hash = Buffer.from(hashKey(given), 'hex');
    // every key is compared, so that the time taken does not tell which one was close
    const known = keys.filter(({ sha256 }) => timingSafeEqual(hash, Buffer.from(sha256, 'hex')));
    if (known.length === 0) throw new Problem('unauthenticated', 'this API key is not known');
    next();
  };
}
