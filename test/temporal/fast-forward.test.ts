import type { Client } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { expect, it } from 'vitest';
import { createFastForward } from '../../src/temporal/fast-forward.js';

/** One look at a workflow: first it is described, and then its newest event is read. */
interface Look {
  readonly isOpen?: boolean;
  readonly isBusy?: boolean;
  readonly length: number;
  /** The id of the newest event, which may have been added since; a timer starts with it, or has fired with it. */
  readonly newest: number;
  readonly timerStarts?: boolean;
  /** How far the workflow's clock has moved. */
  readonly movedMs?: number;
}

/** A server that shows one look after the other, and counts them. */
function createServer(looks: readonly Look[]) {
  let looked = -1;
  const now = Date.now();
  const describe = () => {
    looked += 1;
    const { isOpen = true, isBusy = false, length = 0, movedMs = 0 } = looks[looked] ?? {};
    return Promise.resolve({
      status: { name: isOpen ? 'RUNNING' : 'COMPLETED' },
      historyLength: length,
      raw: {
        workflowExtendedInfo: { timeSkippingInfo: { currentTime: msToTs(now + movedMs) } },
        pendingWorkflowTask: isBusy ? {} : null,
      },
    });
  };
  const getWorkflowExecutionHistoryReverse = () => {
    const { newest = 0, timerStarts = false } = looks[looked] ?? {};
    const event = timerStarts
      ? {
          eventTime: msToTs(now),
          timerStartedEventAttributes: { timerId: '1', startToFireTimeout: msToTs(1) },
        }
      : { timerFiredEventAttributes: { timerId: '1' } };
    return Promise.resolve({ history: { events: [{ eventId: newest, ...event }] } });
  };
  const open = {
    workflowId: 'mandate:one',
    startTime: new Date(now),
    typedSearchAttributes: { get: () => undefined },
  };
  const client = {
    connection: { workflowService: { getWorkflowExecutionHistoryReverse } },
    options: { namespace: 'default' },
    workflow: { getHandle: () => ({ describe }), list: () => [open] },
  } as unknown as Client;
  return { client, looks: () => looked + 1 };
}

it('a timer that fires between two reads has not settled: what follows it is waited for', async () => {
  const server = createServer([
    { length: 10, newest: 10, timerStarts: true },
    { length: 10, newest: 12 },
    { length: 12, newest: 12, isBusy: true },
    { length: 15, newest: 15, isOpen: false },
  ]);
  await createFastForward({ client: server.client, taskQueue: 'any' }).settle(['checkout:one']);
  expect(server.looks()).toBe(4);
});

it('a workflow without a timer has settled at the first look', async () => {
  const server = createServer([{ length: 12, newest: 12 }]);
  await createFastForward({ client: server.client, taskQueue: 'any' }).settle(['checkout:one']);
  expect(server.looks()).toBe(1);
});

it('a workflow that is slow is waited for while its clock moves', async () => {
  const MOVES_WITHIN_MS = 2_000;
  // at work at every look, which are at least twenty milliseconds apart: in all longer than its clock may stand still
  const looks = Array.from({ length: 150 }, (_, n) => ({
    length: 10,
    newest: 10,
    isBusy: true,
    movedMs: n * 60_000,
  }));
  const server = createServer([...looks, { length: 10, newest: 10, movedMs: 200 * 60_000 }]);
  const travel = createFastForward({
    client: server.client,
    taskQueue: 'any',
    movesWithinMs: MOVES_WITHIN_MS,
  });
  expect(await travel.forward(160 * 60_000)).toEqual({ moved: ['mandate:one'], overdue: [] });
  expect(server.looks()).toBe(151);
});
