import { defineSearchAttributeKey } from '@temporalio/common';
import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import { addDays, dayOf, isDay } from '../../../src/domain/calendar.js';
import type { CoveredDays } from '../../../src/domain/sweep/covered-days.js';
import { INTERNAL } from '../../shared/gateway/activity-options.js';
import { scheduledTime } from '../../shared/run/scheduled-time.js';

const SCHEDULED_BY = defineSearchAttributeKey('TemporalScheduledById', 'KEYWORD');
const { requestSweeps } = proxyActivities<Activities>(INTERNAL);

/**
 * A Schedule starts it in the night: it sweeps the day that ended, and the days before it that an outage has left out. Each
 * sweep has an id of its own. `coveredUntil`: how far the night before came; the Schedule keeps it longer than any run.
 */
export async function startSweep(coveredUntil?: unknown): Promise<CoveredDays> {
  const day = addDays(dayOf(scheduledTime()), -1);
  return requestSweeps.executeWithOptions({ summary: `Start the sweep of ${day}` }, [
    day,
    {
      coveredUntil: isDay(coveredUntil) ? coveredUntil : undefined,
      scheduleId: workflowInfo().typedSearchAttributes.get(SCHEDULED_BY),
    },
  ]);
}
