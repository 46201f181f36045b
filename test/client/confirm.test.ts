import { Client } from '@temporalio/client';
import { defaultPayloadConverter, toPayloads } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import { createAnswerWatch } from '../../src/client/confirm.js';
import type { HistoryPage } from '../../src/client/history.js';
import { requestCheck } from '../../workflows/shared/messages.js';

const RUN = 'run-1';
const request = {
  workflowExecutionSignaledEventAttributes: {
    signalName: requestCheck.name,
    input: { payloads: toPayloads(defaultPayloadConverter, 'request-1') },
  },
};
const task = { workflowTaskCompletedEventAttributes: {} };
const timer = { timerFiredEventAttributes: {} };
const scheduled = { eventId: 7, activityTaskScheduledEventAttributes: {} };
const ended = { activityTaskCompletedEventAttributes: { scheduledEventId: 7 } };

/** Whether a query is worth its cost after each page of events. */
async function watch(...pages: readonly object[][]): Promise<boolean[]> {
  const isWorthIt = createAnswerWatch(new Client(), 'request-1', RUN);
  const answers: boolean[] = [];
  for (const events of pages) {
    const page: HistoryPage = { runId: RUN, events, isClosed: false };
    answers.push(await isWorthIt(page));
  }
  return answers;
}

describe('a request to check is looked for', () => {
  it('once when the run has received it and schedules nothing', async () => {
    expect(await watch([task], [request, task], [task])).toEqual([false, true, false]);
  });

  it('again when a timer has fired: the check may have waited for its turn', async () => {
    expect(await watch([request, task], [task], [timer, task])).toEqual([true, false, true]);
  });

  it('when an activity that was scheduled after it has ended, and not before', async () => {
    expect(await watch([request, task, scheduled], [timer, task], [ended, task])).toEqual([
      false,
      false,
      true,
    ]);
  });
});
