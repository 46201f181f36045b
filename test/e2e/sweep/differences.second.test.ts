import { afterAll, beforeAll, expect, it } from 'vitest';
import { inLanes } from '../../../activities/in-lanes.js';
import { dayOf, startOfDay } from '../../../src/domain/calendar.js';
import { DIFFERENCE_CLASSES } from '../../../src/domain/sweep/difference.js';
import type { SweepSnapshot } from '../../../src/domain/sweep/sweep.js';
import { createPlanter, type Planted } from '../../support/sweep/plant.js';
import { waitUntil } from '../../support/wait-until.js';
import { API_KEY, createWorld, type World } from '../../support/world/world.js';

/** 2,000 and 50 with `npm run load:sweep`. */
const PAYMENTS = Number(process.env.OWARE_TEST_SWEEP_PAYMENTS ?? 25);
const PLANTED = Number(process.env.OWARE_TEST_SWEEP_DIFFERENCES ?? 10);
/** How long a sweep of so many payments may take. */
const PATIENCE_MS = 120_000 + PAYMENTS * 200;

let world: World;
let planted: readonly Planted[];
const day = () => dayOf(Date.now());

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
afterAll(() => world.close());

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

async function sweep(): Promise<SweepSnapshot> {
  const before = await world.oware.sweeps.get(day()).catch(() => undefined);
  const { status } = await world.call('POST', '/v1/sweeps', { day: day() });
  expect(status).toBe(202);
  return waitUntil(
    'the end of the sweep',
    async () => {
      const latest = await world.oware.sweeps.get(day());
      const isNew = latest.epoch !== before?.epoch;
      return isNew && ['COMPLETED', 'DIFFERENCES', 'INCOMPLETE'].includes(latest.state) ? latest : undefined;
    },
    PATIENCE_MS,
  );
}

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
    const { differences, unread, unreadPeriods } = await sweep();
    expect({ unread, unreadPeriods }).toEqual({ unread: 0, unreadPeriods: [] });
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
    const { differences } = await sweep();
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
    const { state, reason, unreadPeriods } = await sweep();
    await world.clearFaults();
    expect(state).toBe('INCOMPLETE');
    expect(reason).toBe(
      `0 records and ${unreadPeriods.length} periods could not be read; sweep the day again`,
    );
    expect(new Set(unreadPeriods.map(({ source }) => source))).toEqual(new Set(['refunds']));
  },
  PATIENCE_MS,
);
