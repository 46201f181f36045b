import { defineSearchAttributeKey } from '@temporalio/common';
import { workflowInfo } from '@temporalio/workflow';

const SCHEDULED = defineSearchAttributeKey('TemporalScheduledStartTime', 'DATETIME');

/** When the Schedule that started this run meant it to start: after an outage it starts later. */
export function scheduledTime(): number {
  return workflowInfo().typedSearchAttributes.get(SCHEDULED)?.getTime() ?? Date.now();
}
