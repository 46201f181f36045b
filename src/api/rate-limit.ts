import type { RequestHandler } from 'express';
import { callerOf } from './bearer.js';
import { createBuckets } from './buckets.js';
import { Problem } from '../requests/problem.js';

/** A caller that was quiet may send this many seconds of its rate at once. */
const BURST_SECONDS = 2;

/**
 * Limits the requests of each API key, behind `requireKey`. Every reply says what is left, in the fields that the IETF
 * proposes: a policy of q requests in w seconds, of which r are left.
 */
export function limitRate(perSecond: number): RequestHandler {
  const burst = perSecond * BURST_SECONDS;
  const buckets = createBuckets({ burst, perSecond });
  return (_request, response, next) => {
    const { key } = callerOf(response);
    const isAllowed = buckets.take(key);
    const left = buckets.left(key);
    response.set({
      'ratelimit-policy': `"key";q=${burst};w=${BURST_SECONDS}`,
      ratelimit: `"key";r=${left};t=${isAllowed ? 0 : 1}`,
    });
    if (!isAllowed) {
      throw new Problem('rate-limited', `The API key '${key}' may send ${perSecond} requests a second.`);
    }
    next();
  };
}
