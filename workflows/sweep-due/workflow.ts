import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { addDays, dayOf } from '../../src/domain/calendar.js';
import { INTERNAL } from '../shared/gateway/activity-options.js';
import { scheduledTime } from '../shared/run/scheduled-time.js';

const { requestSweep } = proxyActivities<Activities>(INTERNAL);

/** A Schedule starts it in the night: it sweeps the day that ended, whose sweep has an id of its own. */
export async function startSweep(): Promise<string> {
  const day = addDays(dayOf(scheduledTime()), -1);
  await requestSweep.executeWithOptions({ summary: `Start the sweep of ${day}` }, [day]);
  return day;
}
