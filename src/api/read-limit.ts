import { Problem } from '../requests/problem.js';
import { createBuckets } from './buckets.js';

/** Each read of the gateway is a workflow, and the gateway has rate limits. */
const FRESH_READS_PER_REFERENCE = { burst: 5, perSecond: 0.5 };
const FRESH_READS_TOTAL = { burst: 50, perSecond: 10 };

/** Limits reads of the gateway; returns what counts one of them, and refuses it when there were too many. */
export function createReadLimit() {
  const perReference = createBuckets(FRESH_READS_PER_REFERENCE);
  const total = createBuckets(FRESH_READS_TOTAL);
  return (reference: string, cause: string): void => {
    if (perReference.take(reference) && total.take('')) return;
    throw new Problem('too-many-requests', `Too many reads with ${cause}. Retry later, or read without it.`);
  };
}
