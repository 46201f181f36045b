import { type Checkouts, createCheckouts } from '../../support/lifecycles/checkouts.js';
import { Client } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwareClient } from '../../../src/client/client.js';
import { createDataConverter } from '../../../src/secrets/data-converter.js';
import { runsOf } from '../../support/temporal/runs.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, MINUTE, type World } from '../../support/world/world.js';

let world: World;
let checkouts: Checkouts;
beforeAll(async () => {
  world = await createWorld({
    settings: { gatewayEventGraceMs: 6_000, recheckScheduleMs: [200, 200], checkGapMs: 5_000 },
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

/** Longer than a test may take: what waits until it ends fails. */
const TOO_LONG_MS = 10 * MINUTE;

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

describe.concurrent('waiting for a change', () => {
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
    const changed = await world.oware.checkouts.waitForChange(reference, TOO_LONG_MS);
    expect(changed).toMatchObject({ state: 'PAID' });
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

describe.concurrent('confirm', () => {
  it('returns as soon as the check is done, also without a payment', async () => {
    const { reference } = await checkouts.openWithAccount();
    const { counts, oware } = counting();
    expect(await oware.checkouts.confirm(reference, TOO_LONG_MS)).toMatchObject({ state: 'PENDING' });
    expect(counts).toEqual({ describes: 0, queries: 1 });
  });

  it('returns that the card was declined on the page', async () => {
    const { reference, transactionReference } = await checkouts.openWithAccount();
    await world.dropEvent(reference);
    await world.payOnHostedPage(transactionReference, 'declined');
    const confirmed = await world.oware.checkouts.confirm(reference, TOO_LONG_MS);
    expect(confirmed).toMatchObject({ state: 'PENDING', lastAttempt: { outcome: 'declined' } });
    expect((await checkouts.post(reference, 'confirm')).body).toMatchObject({
      state: 'PENDING',
      lastAttempt: { outcome: 'declined' },
    });
  });

  it('is answered by a check that started after it: requests that arrive together share the next one', async () => {
    const { reference, account } = await checkouts.openWithAccount();
    await world.dropEvent(reference);
    await world.oware.checkouts.confirm(reference);
    const [one, two] = [
      world.oware.checkouts.confirm(reference, TOO_LONG_MS),
      world.oware.checkouts.confirm(reference, TOO_LONG_MS),
    ];
    await world.pay(account, '2500.00');
    expect(await Promise.all([one, two])).toMatchObject([{ state: 'PAID' }, { state: 'PAID' }]);
    const { events } = await world.handle(`checkout:${reference}`).fetchHistory();
    const checks = events?.filter(
      ({ activityTaskScheduledEventAttributes: activity }) =>
        activity?.activityType?.name === 'getTransaction',
    );
    expect(checks).toHaveLength(2);
  });

  it('ends after its timeout, also before the check ends', async () => {
    const { reference, transactionReference } = await checkouts.openWithAccount();
    await world.planFault({
      on: 'call',
      endpoint: 'getTransaction',
      reference: transactionReference,
      when: 'before',
      fault: { kind: 'delay', ms: 10_000 },
    });
    expect(await world.oware.checkouts.confirm(reference, 500)).toMatchObject({ state: 'PENDING' });
    const { raw } = await world.handle(`checkout:${reference}`).describe();
    expect(raw.pendingActivities).toMatchObject([{ activityType: { name: 'getTransaction' } }]);
  });

  it('of a closed run returns its result', async () => {
    const { reference } = await checkouts.openWithAccount();
    await checkouts.cancel(reference);
    await checkouts.closed(reference);
    expect(await world.oware.checkouts.confirm(reference)).toMatchObject({ state: 'CANCELLED' });
  });

  it('of an unknown reference returns "not found"', async () => {
    const unknown = await world.call('POST', '/v1/checkouts/never-used/confirm');
    expect(unknown).toMatchObject({ status: 404, body: { type: '/problems/not-found' } });
  });

  it('works for a run that an event started', async () => {
    const { reference, account } = await checkouts.openWithAccount();
    await checkouts.cancel(reference);
    await checkouts.closed(reference);
    await world.pay(account, '2500.00');
    await world.merchant.receives(reference, 'checkout.on-hold');
    const confirmed = await world.oware.checkouts.confirm(reference, TOO_LONG_MS);
    expect(confirmed).toMatchObject({ state: 'PAID', review: [{ kind: 'paid-late' }] });
  });

  it('works without a transaction to check', async () => {
    const reference = `unknown cash ${process.pid}`;
    await world.control('offline-payments', { merchantId: world.account.id, amount: '700.00', reference });
    await world.merchant.receives(reference, 'checkout.unexpected');
    expect(await world.oware.checkouts.confirm(reference, TOO_LONG_MS)).toMatchObject({ state: 'PAID' });
  });
});

describe.concurrent('while runs continue as new', () => {
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
      const confirmed = await restless.oware.checkouts.confirm(reference, TOO_LONG_MS);
      expect(confirmed).toMatchObject({ state: 'PENDING' });
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
