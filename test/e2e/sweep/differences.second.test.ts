import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inLanes } from '../../../activities/in-lanes.js';
import { dayOf, startOfDay } from '../../../src/domain/calendar.js';
import { DIFFERENCE_CLASSES } from '../../../src/domain/sweep/difference.js';
import type { SweepSnapshot, SweepState } from '../../../src/domain/sweep/sweep.js';
import { type Checkouts, createCheckouts } from '../../support/lifecycles/checkouts.js';
import { createPlanter, type Planted } from '../../support/sweep/plant.js';
import { waitUntil } from '../../support/wait-until.js';
import { API_KEY, createWorld, type World } from '../../support/world/world.js';

/** 2,000 and 50 with `npm run load:sweep`. */
const PAYMENTS = Number(process.env.OWARE_TEST_SWEEP_PAYMENTS ?? 25);
const PLANTED = Number(process.env.OWARE_TEST_SWEEP_DIFFERENCES ?? 10);
/** How long a sweep of so many payments may take. */
const PATIENCE_MS = 120_000 + PAYMENTS * 200;

/** Lifecycles are found by when they started, which Temporal's clock says: all of these sweeps are of today, one after the other. */
const day = () => dayOf(Date.now());
const ENDS: readonly SweepState[] = ['COMPLETED', 'DIFFERENCES', 'INCOMPLETE'];

async function sweep(world: World): Promise<SweepSnapshot> {
  const before = await world.oware.sweeps.get(day()).catch(() => undefined);
  const { status } = await world.call('POST', '/v1/sweeps', { day: day() });
  expect(status).toBe(202);
  return waitUntil(
    'the end of the sweep',
    async () => {
      const latest = await world.oware.sweeps.get(day());
      const isNew = latest.startedAt !== before?.startedAt;
      return isNew && ENDS.includes(latest.state) ? latest : undefined;
    },
    PATIENCE_MS,
  );
}

/** What is left of a sweep is repeated: the next world would join it. */
async function close(world: World): Promise<void> {
  await world.terminateAll();
  await world
    .handle(`sweep:${day()}`)
    .terminate()
    .catch(() => undefined);
  await world.close();
}

describe('a sweep of planted differences', () => {
  let world: World;
  let planted: readonly Planted[];

  beforeAll(
    async () => {
      world = await createWorld({ settings: { sweepMarginMs: 0, sweepRecheckScheduleMs: [2_000, 6_000] } });
      await world.setSwitches({ otpOn: false, duplicateGuardOn: false });
      const planter = createPlanter(world, 'swept');
      await inLanes(upTo(PAYMENTS - PLANTED), () => planter.closedPaid());
      // last: a lifecycle that waits finds its payment by itself after some minutes
      planted = await inLanes(upTo(PLANTED), (n) => {
        const found = DIFFERENCE_CLASSES[n % DIFFERENCE_CLASSES.length] ?? 'late';
        return planter.plant(found, Math.floor(n / DIFFERENCE_CLASSES.length));
      });
    },
    PATIENCE_MS + PAYMENTS * 1_000,
  );
  afterAll(() => close(world));

  const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

  /** Hours of the day before this one: each is one empty page, which the sweep reads first. */
  const emptyHours = () => Math.floor((Date.now() - startOfDay(day())) / 3_600_000);

  const byKey = (one: { readonly key: string }, other: { readonly key: string }) =>
    one.key < other.key ? -1 : 1;

  it(
    'a sweep finds every planted difference and nothing else, on pages capped at 10 while rows arrive',
    async () => {
      for (const endpoint of ['searchTransactions', 'searchTransfers']) {
        await world.planFault({ on: 'call', endpoint, fault: { kind: 'page-cap', size: 10 } });
      }
      // only where a listing has further pages: those show that rows arrived after the first
      await world.planFault({
        on: 'call',
        endpoint: 'searchTransactions',
        times: emptyHours() + 3,
        fault: { kind: 'page-arrivals', rows: 3 },
      });
      const { differences, unread, unreadPeriods } = await sweep(world);
      expect({ unread, unreadPeriods }).toEqual({ unread: {}, unreadPeriods: [] });
      const found = differences.map(({ class: one, key }) => ({ class: one, key })).sort(byKey);
      expect(found).toEqual(planted.map(({ class: one, key }) => ({ class: one, key })).sort(byKey));
    },
    PATIENCE_MS,
  );

  it('what the gateway knew and Oware did not is applied as by an event, and its merchant gets the webhook', async () => {
    for (const { becomes } of planted) {
      if (!becomes) continue;
      const { body } = await world.call('GET', `/v1/${becomes.path}`);
      expect({ path: becomes.path, state: body.state }).toEqual(becomes);
    }
  });

  it('the report says what is left: only records that the gateway has lost', async () => {
    const { body } = await world.call('GET', `/v1/sweeps/${day()}`);
    const lost = planted.filter(({ class: one }) => one === 'missing-there');
    expect(body).toMatchObject({
      state: 'DIFFERENCES',
      unresolved: { count: lost.length, atRisk: `${lost.length * 2500}.00` },
    });
    await world.merchant.receives(day(), 'sweep.completed');
  });

  it(
    'a second sweep of the day finds only what is left, and changes nothing',
    async () => {
      const webhooks = () =>
        planted.map(({ becomes }) => becomes && world.merchant.typesOf(referenceIn(becomes)));
      const before = webhooks();
      const { differences } = await sweep(world);
      const lost = planted.filter(({ class: one }) => one === 'missing-there');
      expect(differences.map(({ key }) => key).sort()).toEqual(lost.map(({ key }) => key).sort());
      expect(webhooks()).toEqual(before);
      expect(world.sandbox.ledger.audit()).toMatchObject({ balanced: true });
    },
    PATIENCE_MS,
  );

  const referenceIn = ({ path }: { readonly path: string }) => path.split('/')[1] ?? '';

  it('the totals of both sides and the differences are files that finance can keep', async () => {
    const totals = await file('totals.csv');
    expect(totals[0]).toBe('day,side,record,state,count,sum');
    const paid = totals.filter((line) => line.includes(',transactions,PAID,'));
    expect(paid).toHaveLength(2);
    const differences = await file('differences.csv');
    expect(differences[0]).toContain('class,record,gateway_reference');
    expect(differences.slice(1).every((line) => line.includes('missing-there'))).toBe(true);
  });

  async function file(name: string): Promise<string[]> {
    const reply = await fetch(`${world.apiUrl}/v1/sweeps/${day()}/${name}`, {
      headers: { authorization: `Bearer ${API_KEY}` },
    });
    const text = await reply.text();
    return text.replace('\uFEFF', '').trim().split('\r\n');
  }

  it(
    'a listing that cannot be read leaves the day INCOMPLETE, and the sweep names what is missing',
    async () => {
      // four tries of each of the four periods that are compared at once
      await world.planFault({ on: 'call', endpoint: 'listRefunds', times: 16, fault: { kind: 'error' } });
      const { state, reason, unreadPeriods } = await sweep(world);
      await world.clearFaults();
      expect(state).toBe('INCOMPLETE');
      const periods = unreadPeriods.length === 1 ? '1 period' : `${unreadPeriods.length} periods`;
      expect(reason).toBe(`not everything was compared: ${periods} without an answer`);
      expect(new Set(unreadPeriods.map(({ source }) => source))).toEqual(new Set(['refunds']));
    },
    PATIENCE_MS,
  );
});

describe('a sweep of a payment whose event was lost', () => {
  let world: World;
  let checkouts: Checkouts;

  beforeAll(async () => {
    world = await createWorld({
      settings: {
        sweepMarginMs: 0,
        sweepRecheckScheduleMs: [500, 1_500],
        sweepRepeatScheduleMs: [4_000, 3_600_000],
      },
    });
    checkouts = createCheckouts(world, 'left-out');
  });
  afterEach(() => world.clearFaults());
  afterAll(() => close(world));

  const becomes = (state: SweepState) =>
    waitUntil(state, async () => {
      const latest = await world.oware.sweeps.get(day());
      return latest.state === state ? latest : undefined;
    });

  const LISTING = { on: 'call', endpoint: 'searchTransactions' };

  describe('that could not read everything', () => {
    it('is INCOMPLETE where a listing hides a row that it counts; the payment is found by its own record, and a repeat completes the day', async () => {
      const { reference, account } = await checkouts.openWithAccount();
      await world.dropEvent(reference);
      await world.pay(account, '2500.00');
      await world.planFault({ ...LISTING, fault: { kind: 'page-hides', rows: 1 } });
      const found = await sweep(world);
      expect(found.state).toBe('INCOMPLETE');
      expect(found.unread).toEqual({ 'not-listed': expect.any(Number) as number });
      expect(found.reason).toContain('counted by a listing that does not show them');
      expect(found.unreadPeriods.every(({ source }) => source === 'transactions')).toBe(true);
      // the row was hidden, not the record
      await world.merchant.receives(reference, 'checkout.paid');
      const listed = await world.call('GET', '/v1/reviews?review=incomplete-comparison');
      expect(listed.body.rows).toMatchObject([{ lifecycle: 'sweep', reference: day() }]);

      await world.clearFaults();
      const again = await becomes('COMPLETED');
      expect({ repeats: again.repeats, review: again.review }).toEqual({ repeats: 1, review: [] });
      await waitUntil('both webhooks', () => world.merchant.typesOf(day()).length >= 2);
      const states = world.merchant.of(day()).map(({ data }) => (data.sweep as { state: string }).state);
      expect(states).toEqual(['INCOMPLETE', 'COMPLETED']);
      await world.closed(`sweep:${day()}`);
    });
  });

  describe('whose differences are left', () => {
    it('are a review item with their sum, which ends when a later look finds none', async () => {
      const { reference, account, transactionReference } = await checkouts.openWithAccount();
      await world.pay(account, '2500.00');
      await world.merchant.receives(reference, 'checkout.paid');
      await checkouts.closed(reference);
      const lag = { kind: 'lag', ms: 24 * 3_600_000 };
      await world.planFault({ on: 'call', reference: transactionReference, fault: lag });
      const found = await sweep(world);
      expect(found.state).toBe('DIFFERENCES');
      expect(found.review).toMatchObject([
        {
          key: 'unresolved-differences',
          reason: `1 of the day's records differ from the gateway's: missing-there transactions ${transactionReference}`,
          atRiskKobo: 2_500_00,
        },
      ]);
      await world.clearFaults();
      const again = await becomes('COMPLETED');
      expect(again).toMatchObject({ reason: 'all 1 differences are resolved', review: [] });
    });
  });
});
