import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { releaseTerms } from '../../../src/domain/batch/batch.js';
import { kobo } from '../../../src/domain/money.js';
import { createGrants, termsHash } from '../../../src/secrets/grants.js';
import { GRANT_KEY, testGrants } from '../../support/grants.js';
import {
  type Batches,
  createBatches,
  rowTo,
  rowsToPeople,
  toRequest,
} from '../../support/lifecycles/batches.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

/** What anyone who can reach Temporal may try; the api is not asked. */
let world: World;
let batches: Batches;
beforeAll(async () => {
  world = await createWorld({ settings: { approvalAboveKobo: kobo(9_000_00) } });
  batches = createBatches(world);
  await world.setSwitches({ otpOn: false, duplicateGuardOn: false });
});
afterAll(() => world.close());

let count = 0;
const newReference = () => `forged-${process.pid}-${(count += 1)}`;

const signal = (workflowId: string, event: object) =>
  world.handle(workflowId).signal('gatewayEvent', { eventType: 'any', ...event });

/** Waits until a workflow has carried out an activity this many times. */
function hasCalled(workflowId: string, activity: string, times: number) {
  return waitUntil(`${times} times ${activity}`, async () => {
    const { events } = await world.handle(workflowId).fetchHistory();
    const scheduled = (events ?? []).filter(
      (event) => event.activityTaskScheduledEventAttributes?.activityType?.name === activity,
    );
    const ids = scheduled.map(({ eventId }) => String(eventId));
    const completed = (events ?? []).filter((event) =>
      ids.includes(String(event.activityTaskCompletedEventAttributes?.scheduledEventId)),
    );
    return completed.length >= times;
  });
}

async function waitingForApproval(first: number): Promise<string> {
  const reference = newReference();
  await batches.create(reference, rowsToPeople(2, first));
  await batches.becomes(reference, 'WAITING_FOR_APPROVAL');
  return reference;
}

describe.concurrent('a part whose batch waits for an approval', () => {
  it('is not sent by a signal, whatever it says', async () => {
    const reference = await waitingForApproval(50_000);
    const part = batches.partId(reference, 1);
    const order = { kind: 'send', notAfter: new Date(Date.now() + 60_000).toISOString() };
    await signal(part, { kind: 'part-order', key: 'forged-1', order });
    await signal(part, { kind: 'orders-changed', key: 'forged-2', order, releases: [{ rows: 'all' }] });
    await hasCalled(part, 'readPartOrders', 1);
    expect(await batches.readPart(reference, 1)).toMatchObject({ state: 'READY' });
    expect(batches.causesOf(reference, 1)).toEqual([]);
    expect(await batches.approve(reference)).toMatchObject({ status: 200 });
    await batches.becomes(reference, 'COMPLETED');
    expect([1, 2].map((row) => batches.paidOut(reference, row))).toEqual([500_000, 500_000]);
  });

  it('is not made to look paid or small by a signal to the batch', async () => {
    const reference = await waitingForApproval(50_100);
    const report = { part: 1, state: 'COMPLETED', version: Date.now() + 60_000, isSent: true };
    await signal(batches.id(reference), { kind: 'part-changed', key: 'forged', part: 1, report });
    await hasCalled(batches.id(reference), 'readPartReports', 2);
    expect(await batches.read(reference)).toMatchObject({
      state: 'WAITING_FOR_APPROVAL',
      parts: [{ part: 1, state: 'READY' }],
    });
    expect(await batches.decline(reference)).toMatchObject({ status: 200 });
    await batches.becomes(reference, 'CANCELLED');
    expect(batches.causesOf(reference, 1)).toEqual([]);
  });
});

describe.concurrent('a part without a batch of ours', () => {
  it('takes no orders from a workflow that only has the id of its batch', async () => {
    const reference = newReference();
    const { rows } = toRequest(reference, rowsToPeople(1, 50_200));
    // it runs on another task queue, whose workers are not ours
    const impostor = await world.client.workflow.start('payBatch', {
      workflowId: batches.id(reference),
      taskQueue: `${world.taskQueue}-elsewhere`,
      args: [{ from: 'request', terms: { reference } }],
    });
    const terms = {
      reference: `${reference}/1`,
      batch: reference,
      part: 1,
      title: 'Salaries',
      onValidationFailure: 'CONTINUE' as const,
      rows,
    };
    await world.oware.batchParts.create(terms);
    await signal(batches.partId(reference, 1), { kind: 'orders-changed', key: 'forged' });
    await hasCalled(batches.partId(reference, 1), 'readPartOrders', 1);
    await waitUntil('its names', async () => (await batches.readPart(reference, 1)).state === 'READY');
    expect(batches.causesOf(reference, 1)).toEqual([]);
    await impostor.terminate();
    await world.handle(batches.partId(reference, 1)).terminate();
  });
});

describe.concurrent('rows that are excluded because of their name', () => {
  it('are released only with a grant of the api, for just these rows', async () => {
    const reference = newReference();
    const other = { accountName: 'ANOTHER PERSON', amount: '700.00' };
    await batches.create(reference, [...rowsToPeople(1, 50_300), rowTo('0100050301', other)]);
    await batches.becomes(reference, 'WAITING_FOR_APPROVAL');
    const { terms } = await world.oware.batches.get(reference);
    const grant = {
      action: 'decide' as const,
      target: batches.id(reference),
      termsHash: termsHash(releaseTerms(terms, { rows: [1], reason: 'called them' })),
      key: 'checker-key',
      subject: 'checker',
      at: new Date().toISOString(),
      notAfter: new Date(Date.now() + 60_000).toISOString(),
    };
    const release = (given: object) =>
      world
        .handle(batches.id(reference))
        .executeUpdate('releaseRows', { args: [{ rows: [2], reason: 'called them', ...given }] });
    const stranger = createGrants([{ ...GRANT_KEY, key: 'the key of a stranger, 32 bytes and more' }]);
    const refused = (reason: string) => ({ cause: { message: expect.stringContaining(reason) as string } });
    await expect(release({ by: 'checker' })).rejects.toMatchObject(refused('expected a signed grant'));
    const forRowOne = { grant: testGrants.sign(grant) };
    await expect(release(forRowOne)).rejects.toMatchObject(refused('other terms'));
    const unknownKey = { grant: stranger.sign(grant), rows: [1] };
    await expect(release(unknownKey)).rejects.toMatchObject(refused('signature'));
    expect(await batches.rows(reference, '?state=HELD')).toMatchObject([{ row: 2 }]);
    expect(await batches.read(reference)).not.toHaveProperty('releases');
    expect(await batches.decline(reference)).toMatchObject({ status: 200 });
    await batches.becomes(reference, 'CANCELLED');
  });
});
