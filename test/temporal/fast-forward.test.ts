import type { Client } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { expect, it } from 'vitest';
import { createFastForward } from '../../src/temporal/fast-forward.js';

/** One look at a workflow: first it is described, and then its newest event is read. */
interface Look {
  readonly runId?: string;
  readonly isOpen?: boolean;
  readonly isBusy?: boolean;
  readonly length: number;
  /** The id of the newest event, which may have been added since; a timer starts with it, or has fired with it. */
  readonly newest: number;
  readonly timerStarts?: boolean;
  /** It continued another run, and its first task has not started. */
  readonly isNotBegun?: boolean;
  /** How far the workflow's clock has moved. */
  readonly movedMs?: number;
}

/** A server that shows one look after the other, and counts them. */
function createServer(looks: readonly Look[]) {
  let looked = -1;
  const now = Date.now();
  const describe = () => {
    looked += 1;
    const { runId = 'one', isOpen = true, isBusy = false, length = 0, movedMs = 0 } = looks[looked] ?? {};
    return Promise.resolve({
      runId,
      status: { name: isOpen ? 'RUNNING' : 'COMPLETED' },
      historyLength: length,
      raw: {
        workflowExtendedInfo: { timeSkippingInfo: { currentTime: msToTs(now + movedMs) } },
        pendingWorkflowTask: isBusy ? {} : null,
      },
    });
  };
  const getWorkflowExecutionHistoryReverse = () => {
    const { newest = 0, timerStarts = false, isNotBegun = false } = looks[looked] ?? {};
    if (isNotBegun) return Promise.resolve({ history: { events: [{ eventId: 1 }] } });
    const event = timerStarts
      ? {
          eventTime: msToTs(now),
          timerStartedEventAttributes: { timerId: '1', startToFireTimeout: msToTs(1) },
        }
      : { timerFiredEventAttributes: { timerId: '1' } };
    return Promise.resolve({ history: { events: [{ eventId: newest, ...event }] } });
  };
  const skips: unknown[] = [];
  const updateWorkflowExecutionOptions = (request: unknown) => Promise.resolve(void skips.push(request));
  // each skip is replaced, as after a run that continued as new
  const pollWorkflowExecutionTimeSkipping = () => Promise.resolve({ fastForwardPollingResult: 3 });
  const open = {
    workflowId: 'mandate:one',
    startTime: new Date(now),
    typedSearchAttributes: { get: () => undefined },
  };
  const client = {
    connection: {
      workflowService: {
        getWorkflowExecutionHistoryReverse,
        updateWorkflowExecutionOptions,
        pollWorkflowExecutionTimeSkipping,
      },
      withDeadline: (_deadline: number, call: () => Promise<unknown>) => call(),
    },
    options: { namespace: 'default' },
    workflow: { getHandle: () => ({ describe }), list: () => [open] },
  } as unknown as Client;
  return { client, skips, looks: () => looked + 1 };
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

const ONE_DAY = 24 * 60 * 60_000;

it('a run that continued another one and has not begun is waited for: its timers are not known yet', async () => {
  const server = createServer([
    { length: 1, newest: 1, isNotBegun: true },
    { length: 1, newest: 1, isNotBegun: true },
    { length: 5, newest: 5, movedMs: 2 * ONE_DAY },
  ]);
  const travel = createFastForward({ client: server.client, taskQueue: 'any' });
  expect(await travel.forward(ONE_DAY)).toEqual({ moved: ['mandate:one'], overdue: [] });
  expect(server.skips).toEqual([]);
});

it('timers are read again for a run whose history is as long as that of the run before was meant to be', async () => {
  const server = createServer([
    { runId: 'first', length: 3, newest: 3 },
    { runId: 'next', length: 5, newest: 5, timerStarts: true, isNotBegun: true },
    { runId: 'next', length: 5, newest: 5, movedMs: 2 * ONE_DAY },
  ]);
  const travel = createFastForward({ client: server.client, taskQueue: 'any' });
  expect(await travel.forward(ONE_DAY)).toEqual({ moved: ['mandate:one'], overdue: [] });
  expect(server.skips).toHaveLength(1);
});
