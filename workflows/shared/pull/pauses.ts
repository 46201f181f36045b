import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import type { ReadinessRequest } from '../../../activities/readiness.js';
import { INTERNAL_ONCE } from '../gateway/activity-options.js';

// one attempt: the wait before the next look repeats it
const { readiness } = proxyActivities<Activities>(INTERNAL_ONCE);

/** Reads whether operators have paused charges. */
export const lookAtPauses = (of: Pick<ReadinessRequest, 'bankCode'> = {}) =>
  readiness({ queue: 'charges', ...of });
