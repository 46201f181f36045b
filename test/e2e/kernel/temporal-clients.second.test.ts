import { randomUUID } from 'node:crypto';
import type { WorkflowFailedError } from '@temporalio/client';
import type { ApplicationFailure } from '@temporalio/common';
import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { addDays } from '../../../src/domain/calendar.js';
import { kobo } from '../../../src/domain/money.js';
import { createDataConverter } from '../../../src/secrets/data-converter.js';
import { payoutDayId } from '../../../workflows/services/payout-day/messages.js';
import type { Other } from '../../support/foreign/workflow.js';
import { createTransfers, type Transfers } from '../../support/lifecycles/transfers.js';
import { replayClosedRuns } from '../../support/temporal/replay.js';
import { countRuns, runsOf } from '../../support/temporal/runs.js';
import { bundleTestWorkflows } from '../../support/temporal/test-bundle.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

/*
 * What a client of Temporal can do to a workflow beside its messages. It has no rights of its own: every client of Temporal
 * can do it, also in the Web UI. A request to cancel has a file of its own.
 */

let world: World;
let transfers: Transfers;
beforeAll(async () => {
  world = await createWorld({
    settings: { gatewayEventGraceMs: 0, recheckScheduleMs: [100, 500], approvalAboveKobo: kobo(1_000_000) },
  });
  transfers = createTransfers(world);
  await world.setSwitches({ otpOn: false, duplicateGuardOn: false });
});
afterAll(() => world.close());

let count = 0;
const newReference = () => `temporal-client-${process.pid}-${(count += 1)}`;
/** Days are unique in a namespace, and other tests use present and past ones. */
const newDay = () => addDays('2110-01-01', (process.pid % 3_000) + (count += 1));
const PAID = ['transfer-sent', 'transfer-arrived'];

interface Start {
  readonly id: string;
  readonly input: object;
  readonly reference: string | undefined;
}

/** A lifecycle and a service, each with an input that it would accept. */
const STARTED = {
  payTransfer: async () => {
    const reference = newReference();
    const { destination, narration } = await transfers.terms(reference);
    const terms = { reference, amountKobo: kobo(500_000), currency: 'NGN', destination, narration };
    return { id: transfers.id(reference), input: { from: 'request', terms }, reference };
  },
  countPayouts: () => {
    const day = newDay();
    return Promise.resolve({ id: payoutDayId(day), input: { day }, reference: undefined });
  },
};

const TYPES = Object.keys(STARTED) as (keyof typeof STARTED)[];
const REFUSED = /expected a run without a cron schedule, a retry policy and a parent/;

describe.each(TYPES)('%s started by a rule of Temporal', (type) => {
  it('with a retry policy is refused once: the failure is not repeated, and the reference is free', async () => {
    const { id, input, reference } = await STARTED[type]();
    const { client, taskQueue } = world;
    const retry = { initialInterval: 10, maximumAttempts: 5 };
    await client.workflow.start(type, { workflowId: id, taskQueue, args: [input], retry });
    const error: unknown = await world
      .handle(id)
      .result()
      .catch((failure: unknown) => failure);
    const cause = (error as WorkflowFailedError).cause as ApplicationFailure;
    expect(cause).toMatchObject({ type: 'refused-input', message: expect.stringMatching(REFUSED) as string });
    expect(await countRuns(client, id)).toBe(1);
    if (reference === undefined) return;
    expect(transfers.causesOf(reference)).toEqual([]);
    await transfers.create(reference);
    await transfers.becomes(reference, 'SUCCESS');
    expect(transfers.causesOf(reference)).toEqual(PAID);
  });

  it('with a cron schedule is refused in every run', async () => {
    const { id, input, reference }: Start = await STARTED[type]();
    const { client, taskQueue } = world;
    const options = { workflowId: id, taskQueue, args: [input], cronSchedule: '@every 1s' };
    await client.workflow.start(type, options);
    const runs = await waitUntil('three runs', async () => {
      const found = await runsOf(client, id);
      return found.length > 2 && found;
    });
    await world.handle(id).terminate();
    const refused = runs.slice(0, 2).map(({ events }) => {
      const failure = events.at(-1)?.workflowExecutionFailedEventAttributes?.failure;
      return failure?.applicationFailureInfo?.type;
    });
    expect(refused).toEqual(['refused-input', 'refused-input']);
    if (reference !== undefined) expect(transfers.causesOf(reference)).toEqual([]);
  });

  it('as the child of another workflow is refused', async () => {
    const { id, input, reference }: Start = await STARTED[type]();
    const other = { type, id, taskQueue: world.taskQueue, input };
    expect(await asForeign('startChild', `parent-${randomUUID()}`, other)).toMatch(REFUSED);
    if (reference !== undefined) expect(transfers.causesOf(reference)).toEqual([]);
  });
});

describe('a transfer', () => {
  it('that is terminated after it was sent is found by the next create, and is not sent again', async () => {
    const reference = newReference();
    await transfers.create(reference);
    await transfers.becomes(reference, 'SUCCESS');
    await world
      .handle(transfers.id(reference))
      .terminate()
      .catch(() => undefined);
    await transfers.create(reference);
    await transfers.becomes(reference, 'SUCCESS');
    expect(transfers.causesOf(reference)).toEqual(PAID);
  });

  it('that is reset to its beginning after it was paid moves no money again', async () => {
    const reference = newReference();
    await transfers.create(reference);
    await transfers.becomes(reference, 'SUCCESS');
    await transfers.closed(reference);
    const runId = await reset(transfers.id(reference));
    await transfers.closed(reference);
    expect(await transfers.runIdOf(reference)).toBe(runId);
    expect(await transfers.read(reference)).toMatchObject({ state: 'SUCCESS' });
    expect(transfers.causesOf(reference)).toEqual(PAID);
    expect(await replayClosedRuns(world.client, transfers.id(reference), inject('bundlePath'))).toBe(1);
  });

  it('that is reset while it waits for an approval still waits for it', async () => {
    const reference = newReference();
    await transfers.create(reference, { amount: '20000.00' });
    await transfers.becomes(reference, 'WAITING_FOR_APPROVAL');
    await reset(transfers.id(reference));
    await transfers.becomes(reference, 'WAITING_FOR_APPROVAL');
    expect(transfers.causesOf(reference)).toEqual([]);
    await transfers.decide(reference, 'approve');
    await transfers.becomes(reference, 'SUCCESS');
    expect(transfers.causesOf(reference)).toEqual(PAID);
  });
});

/** Resets it to its first workflow task, as the Web UI does; returns the new run. */
async function reset(workflowId: string): Promise<string> {
  const { client } = world;
  const { runId } = await client.workflow.getHandle(workflowId).describe();
  const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
  const first = events?.find((event) => event.workflowTaskCompletedEventAttributes);
  const reply = await client.workflowService.resetWorkflowExecution({
    namespace: 'default',
    workflowExecution: { workflowId, runId },
    reason: 'test',
    requestId: randomUUID(),
    workflowTaskFinishEventId: first!.eventId!,
  });
  return reply.runId;
}

/** Runs a workflow of another system to its end. */
async function asForeign(workflow: string, workflowId: string, other: Other): Promise<unknown> {
  const connection = await NativeConnection.connect({ address: inject('temporalAddress') });
  const taskQueue = `foreign-${randomUUID()}`;
  const { code } = await bundleTestWorkflows(new URL('../../support/foreign/workflow.ts', import.meta.url));
  const dataConverter = createDataConverter();
  const worker = await Worker.create({ connection, taskQueue, dataConverter, workflowBundle: { code } });
  const options = { workflowId, taskQueue, args: [other] };
  try {
    return await worker.runUntil(world.client.workflow.execute(workflow, options));
  } finally {
    await connection.close();
  }
}
