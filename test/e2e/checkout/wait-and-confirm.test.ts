import { type Checkouts, createCheckouts } from '../../support/lifecycles/checkouts.js';
import { Client } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwareClient } from '../../../src/client/client.js';
import { createDataConverter } from '../../../src/secrets/data-converter.js';
import { runsOf } from '../../support/temporal/runs.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let checkouts: Checkouts;
beforeAll(async () => {
  world = await createWorld({
    settings: { gatewayEventGraceMs: 3_000, recheckScheduleMs: [200, 200], checkGapMs: 1_000 },
  });
  checkouts = createCheckouts(world, 'waits');
});
afterAll(async () => {
  await world.terminateAll();
  await world.close();
});

/** A client that counts what waiting costs. */
function counting(of: World = world) {
  const counts = { describes: 0, queries: 0 };
  const client = new Client({
    connection: of.client.connection,
    dataConverter: createDataConverter(),
    interceptors: {
      workflow: [
        {
          describe: (input, next) => ((counts.describes += 1), next(input)),
          query: (input, next) => ((counts.queries += 1), next(input)),
        },
      ],
    },
  });
  return { counts, oware: createOwareClient({ client, taskQueue: of.taskQueue, timeoutMs: 20_000 }) };
}

async function timed<Result>(work: Promise<Result>): Promise<{ result: Result; ms: number }> {
  const startedAt = performance.now();
  return { result: await work, ms: performance.now() - startedAt };
}

/** The gateway signs an event about money that its record does not show. */
const claimMoney = (reference: string, transactionReference: string) =>
  world.postEvent({
    eventType: 'SUCCESSFUL_TRANSACTION',
    eventData: {
      transactionReference,
      paymentReference: reference,
      amountPaid: 2500,
      currency: 'NGN',
      paymentStatus: 'PAID',
    },
  });

describe('waiting for a change', () => {
  it('costs one describe and one query, however long it takes', async () => {
    const { reference, account } = await checkouts.openWithAccount();
    const { counts, oware } = counting();
    const waiting = oware.checkouts.waitForChange(reference, 30_000);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await world.pay(account, '2500.00');
    expect(await waiting).toMatchObject({ state: 'PAID' });
    expect(counts).toEqual({ describes: 1, queries: 1 });
  });

  it('costs the same when nothing changes', async () => {
    const { reference } = await checkouts.openWithAccount();
    const { counts, oware } = counting();
    expect(await oware.checkouts.waitForChange(reference, 300)).toMatchObject({ state: 'PENDING' });
    expect(counts).toEqual({ describes: 1, queries: 1 });
  });

  it('ends with a review item, although the state is the same', async () => {
    const { reference, transactionReference } = await checkouts.openWithAccount();
    const waiting = world.call('GET', `/v1/checkouts/${reference}?wait=30s`);
    await claimMoney(reference, transactionReference);
    expect((await waiting).body).toMatchObject({
      state: 'PENDING',
      reviewItems: [{ kind: 'unproven-event' }],
    });
  });

  it('returns a final state at once, although the run stays open for the event', async () => {
    const { reference, account } = await checkouts.openWithAccount();
    await world.dropEvent(reference);
    await world.pay(account, '2500.00');
    await world.oware.checkouts.confirm(reference);
    const { result, ms } = await timed(world.oware.checkouts.waitForChange(reference, 20_000));
    expect(result).toMatchObject({ state: 'PAID' });
    expect(ms).toBeLessThan(2_000);
    const run = await world.handle(`checkout:${reference}`).describe();
    expect(run.status.name).toBe('RUNNING');
  });

  it('continues after an underpayment while the window lasts', async () => {
    const { reference, account } = await checkouts.openWithAccount();
    await world.pay(account, '1000.00');
    await world.becomes(reference, 'PARTIALLY_PAID');
    const waiting = world.call('GET', `/v1/checkouts/${reference}?wait=30s`);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await world.pay(account, '1500.00');
    expect((await waiting).body).toMatchObject({ state: 'PAID', paid: { amount: '2500.00' } });
  });

  it('ends with "not found" when the run is terminated', async () => {
    const { reference } = await checkouts.openWithAccount();
    const waiting = world.call('GET', `/v1/checkouts/${reference}?wait=30s`);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await world.handle(`checkout:${reference}`).terminate();
    expect(await waiting).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('TERMINATED') as string },
    });
  });
});

describe('confirm', () => {
  it('returns as soon as the check is done, also without a payment', async () => {
    const { reference } = await checkouts.openWithAccount();
    const { counts, oware } = counting();
    const { result, ms } = await timed(oware.checkouts.confirm(reference, 20_000));
    expect(result).toMatchObject({ state: 'PENDING' });
    expect(ms).toBeLessThan(2_000);
    expect(counts).toEqual({ describes: 0, queries: 1 });
  });

  it('returns that the card was declined on the page', async () => {
    const { reference, transactionReference } = await checkouts.openWithAccount();
    await world.dropEvent(reference);
    await world.payOnHostedPage(transactionReference, 'declined');
    const { result, ms } = await timed(checkouts.post(reference, 'confirm'));
    expect(result.body).toMatchObject({ state: 'PENDING', lastAttempt: { outcome: 'declined' } });
    expect(ms).toBeLessThan(3_000);
  });

  it('is answered by a check that started after it: requests that arrive together share the next one', async () => {
    const { reference, account } = await checkouts.openWithAccount();
    await world.dropEvent(reference);
    await world.oware.checkouts.confirm(reference);
    const asked = performance.now();
    const [one, two] = [
      world.oware.checkouts.confirm(reference, 20_000),
      world.oware.checkouts.confirm(reference, 20_000),
    ];
    await world.pay(account, '2500.00');
    expect(await Promise.all([one, two])).toMatchObject([{ state: 'PAID' }, { state: 'PAID' }]);
    expect(performance.now() - asked).toBeLessThan(5_000);
    const { events } = await world.handle(`checkout:${reference}`).fetchHistory();
    const checks = events?.filter(
      ({ activityTaskScheduledEventAttributes: activity }) =>
        activity?.activityType?.name === 'getTransaction',
    );
    expect(checks).toHaveLength(2);
  });

  it('ends after its timeout', async () => {
    const { reference } = await checkouts.openWithAccount();
    await world.planFault({
      on: 'call',
      endpoint: 'getTransaction',
      when: 'before',
      fault: { kind: 'delay', ms: 5_000 },
    });
    const { result, ms } = await timed(world.oware.checkouts.confirm(reference, 500));
    expect(result).toMatchObject({ state: 'PENDING' });
    expect(ms).toBeLessThan(2_000);
    await world.oware.checkouts.confirm(reference, 20_000);
  });

  it('of a closed run returns its result', async () => {
    const { reference } = await checkouts.openWithAccount();
    await checkouts.cancel(reference);
    await checkouts.closed(reference);
    expect(await world.oware.checkouts.confirm(reference)).toMatchObject({ state: 'CANCELLED' });
  });

  it('of an unknown reference returns "not found"', async () => {
    const unknown = await world.call('POST', '/v1/checkouts/never-used/confirm');
    expect(unknown).toMatchObject({ status: 404, body: { type: 'urn:oware:problem:not-found' } });
  });

  it('works for a run that an event started', async () => {
    const { reference, account } = await checkouts.openWithAccount();
    await checkouts.cancel(reference);
    await checkouts.closed(reference);
    await world.pay(account, '2500.00');
    await world.merchant.receives(reference, 'checkout.on-hold');
    const { result, ms } = await timed(world.oware.checkouts.confirm(reference, 20_000));
    expect(result).toMatchObject({ state: 'PAID', review: [{ kind: 'paid-late' }] });
    expect(ms).toBeLessThan(4_000);
  });

  it('works without a transaction to check', async () => {
    const reference = `unknown cash ${process.pid}`;
    await world.control('offline-payments', { merchantId: world.account.id, amount: '700.00', reference });
    await world.merchant.receives(reference, 'checkout.unexpected');
    const { result, ms } = await timed(world.oware.checkouts.confirm(reference, 20_000));
    expect(result).toMatchObject({ state: 'PAID' });
    expect(ms).toBeLessThan(6_000);
  });
});

describe('while runs continue as new', () => {
  let restless: World;
  beforeAll(async () => {
    restless = await createWorld({ settings: { continueAsNewAfterHistoryEvents: 15, checkGapMs: 100 } });
  });
  afterAll(async () => {
    await restless.terminateAll();
    await restless.close();
  });

  it('waiting ends with the change, and confirm with its check', async () => {
    const { reference, account } = await createCheckouts(restless, 'restless').openWithAccount();
    const { counts, oware } = counting(restless);
    const waiting = oware.checkouts.waitForChange(reference, 60_000);
    for (let times = 0; times < 8; times++) {
      const { result, ms } = await timed(restless.oware.checkouts.confirm(reference, 20_000));
      expect(result).toMatchObject({ state: 'PENDING' });
      expect(ms).toBeLessThan(5_000);
    }
    await waitUntil(
      'a third run',
      async () => (await runsOf(restless.client, `checkout:${reference}`)).length > 2,
    );
    await restless.planFault({ on: 'event', reference, fault: { kind: 'drop' } });
    await restless.pay(account, '2500.00');
    expect(await restless.oware.checkouts.confirm(reference)).toMatchObject({ state: 'PAID' });
    expect(await waiting).toMatchObject({ state: 'PAID' });
    expect(counts).toEqual({ describes: 1, queries: 1 });
  });
});
