import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inLanes } from '../../../activities/in-lanes.js';
import { MOST_OPEN } from '../../../src/client/open-event-bound.js';
import { dayOf } from '../../../src/domain/calendar.js';
import { kobo } from '../../../src/domain/money.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
const STORM = MOST_OPEN + 30;
/** Posts are in flight at the same time; a count of Temporal is a moment old. */
const OVERSHOOT = 20;
const day = () => dayOf(Date.now());
const run = `${process.pid}-${Date.now()}`;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  await world.terminateAll();
  await world.close();
});

const open = async (condition: string) =>
  (
    await world.client.workflow.count(
      `TaskQueue = '${world.taskQueue}' AND ExecutionStatus = 'Running' AND ${condition}`,
    )
  ).count;
const read = async () => (await world.call('GET', `/v1/unmatched-events/${day()}`)).body;
const upTo = Array.from({ length: STORM }, (_, n) => n);

const payment = (n: number) => ({
  eventType: 'SUCCESSFUL_TRANSACTION',
  eventData: {
    transactionReference: `MNFY|STORM|${run}|${n}`,
    paymentReference: `ghost-${run}-${n}`,
    amountPaid: 100,
    currency: 'NGN',
    paymentStatus: 'PAID',
  },
});

interface CollectedView {
  readonly count: number;
  readonly amountKobo: number;
  readonly byReason: readonly {
    readonly eventType: string;
    readonly reason: string;
    readonly count: number;
  }[];
  readonly samples: readonly { readonly about?: string; readonly reference: string }[];
  readonly others: readonly { readonly about?: string; readonly reference: string }[];
}
const collected = async () => (await read()).collected as CollectedView | undefined;

/** Those that have a workflow each, and those that are collected in the one of the day. */
async function unmatched() {
  const [alone, together] = [
    await open(`OwareLifecycle = 'unmatched-event'`),
    (await collected())?.count ?? 0,
  ];
  return { alone, together, all: together === 0 ? alone : alone - 1 + together };
}

describe('a storm of events', () => {
  it('of unknown kinds opens a bounded number of workflows; the rest is counted in one of the day', async () => {
    const before = await unmatched();
    const again = `${run}-${before.all}`;
    const post = (n: number) =>
      world.postEvent({ eventType: `NEW_KIND_${n % 3}`, eventData: { reference: `${again}-${n}` } });
    const answers = await inLanes(upTo.slice(0, MOST_OPEN), post);
    // Temporal's count lags, on a busy machine by seconds
    await waitUntil('the count of those that are open', async () => (await unmatched()).alone >= MOST_OPEN);
    answers.push(...(await inLanes(upTo.slice(MOST_OPEN), post)));
    expect(new Set(answers)).toEqual(new Set([200]));
    const after = await waitUntil('all of them', async () => {
      const now = await unmatched();
      return now.together > before.together && now.all >= before.all + STORM ? now : undefined;
    });
    expect(after.alone).toBeLessThanOrEqual(MOST_OPEN + OVERSHOOT);
    expect(after.all).toBe(before.all + STORM);
  });

  it('about references that Oware does not know opens a bounded number of checkouts; the others keep their money and their references', async () => {
    const before = (await collected())?.count ?? 0;
    await inLanes(upTo, (n) => world.postEvent(payment(n)));
    const ghosts = `OwareLifecycle = 'checkout'`;
    await waitUntil('all of them', async () => {
      const together = ((await collected())?.count ?? 0) - before;
      return together > 0 && (await open(ghosts)) + together >= STORM;
    });
    expect(await open(ghosts)).toBeLessThanOrEqual(MOST_OPEN + OVERSHOOT);
    const { amountKobo, byReason, samples, others } = (await collected()) as CollectedView;
    const of = byReason.find(({ eventType }) => eventType === 'SUCCESSFUL_TRANSACTION');
    expect(amountKobo).toBe((of?.count ?? 0) * 100_00);
    const about = [...samples, ...others].flatMap((each) => each.about ?? []);
    expect(about).toHaveLength(of?.count ?? 0);
    expect(about[0]).toMatch(/^checkout:ghost-/);
    expect((await read()).needsReview).toBe(true);
  });

  it('is bounded too where a comparison sends the events: what it may not open is collected by reference, once', async () => {
    const before = await collected();
    const find = () =>
      world.oware.forwardEvent(
        { lifecycle: 'checkout', reference: `settled-${run}` },
        {
          kind: 'collection',
          key: `settlement:S:${run}`,
          eventType: 'settlement-row',
          transactionReference: `T-${run}`,
          paymentReference: `settled-${run}`,
          amountKobo: kobo(7_00),
        },
      );
    await find();
    await find();
    const after = await waitUntil('the payment', async () => {
      const latest = await collected();
      return (latest?.count ?? 0) > (before?.count ?? 0) ? latest : undefined;
    });
    expect(after.count).toBe((before?.count ?? 0) + 1);
    expect(after.amountKobo).toBe((before?.amountKobo ?? 0) + 7_00);
    const all = [...after.samples, ...after.others];
    expect(all.map(({ about }) => about)).toContain(`checkout:settled-${run}`);
  });

  it.each([
    [
      'reserved-account',
      (n: number) => ({
        eventType: 'SUCCESSFUL_TRANSACTION',
        eventData: {
          product: { type: 'RESERVED_ACCOUNT', reference: `ghost-account-${run}-${n}` },
          transactionReference: `MNFY|GHOST|${run}|${n}`,
          paymentReference: `MNFY|PAYREF|${run}|${n}`,
          amountPaid: 100,
          currency: 'NGN',
          paymentStatus: 'PAID',
        },
      }),
    ],
    [
      'settlement',
      (n: number) => ({
        eventType: 'SETTLEMENT',
        eventData: {
          settlementReference: `GHOST${run}${n}`,
          amount: '100.00',
          transactionsCount: 1,
          transactions: [],
        },
      }),
    ],
    [
      'mandate',
      (n: number) => ({
        eventType: 'MANDATE_UPDATE',
        eventData: {
          externalMandateReference: `ghost-mandate-${run}-${n}`,
          mandateReference: `ghost-mandate-${run}-${n}`,
          mandateStatus: 'ACTIVE',
          mandateCode: `MTDD|${n}`,
        },
      }),
    ],
  ])('about unknown references opens a bounded number of each kind: %s', async (lifecycle, eventOf) => {
    await inLanes(upTo, (n) => world.postEvent(eventOf(n)));
    const isAbout = ({ about = '' }) => about.startsWith(`${lifecycle}:`);
    const all = await waitUntil('all of them', async () => {
      const { samples, others } = (await collected()) as CollectedView;
      const together = [...samples, ...others].filter(isAbout).length;
      const alone = await open(`OwareLifecycle = '${lifecycle}'`);
      return together > 0 && alone + together >= STORM ? { alone, together } : undefined;
    });
    expect(all.alone).toBeLessThanOrEqual(MOST_OPEN + OVERSHOOT);
    expect(all.alone + all.together).toBe(STORM);
  });

  it('is decided on with the count and the sum that the person saw', async () => {
    const client = world.oware.unmatchedEvents;
    const dismiss = { decision: 'dismiss', reason: 'one naira' } as const;
    const itemOf = async () => (await client.get(day())).review.find(({ key }) => key === 'unmatched-event');
    const seen = await itemOf();
    const count = seen?.count ?? 0;
    expect(count).toBeGreaterThan(0);
    const reference = `more-${run}`;
    await world.oware.storeUnmatchedEvent({
      ...{ reference, eventType: 'ODD', reason: 'odd', excerpt: '', about: 'checkout:odd' },
      amountKobo: kobo(500_000_00),
    });
    await waitUntil('one more', async () => (await itemOf())?.count === count + 1);
    const version = seen?.version ?? '';
    expect(version).not.toBe('');
    await expect(client.resolve(day(), 'unmatched-event', { ...dismiss, version })).rejects.toThrow(
      'has changed since it was read',
    );
    expect((await itemOf())?.atRiskKobo).toBe((seen?.atRiskKobo ?? 0) + 500_000_00);
    const shown = (await read()).reviewItems as readonly { readonly version: string }[];
    expect(shown.map((item) => item.version)).not.toContain(version);
  });

  it('is resolved by one request at a time for fifty, and a repeat of its events opens nothing', async () => {
    const dismissed = { kind: 'unmatched-event', reason: 'test events of the gateway' };
    await waitUntil('the end of the items', async () => {
      const { status, body } = await world.call('POST', '/v1/reviews/resolve', dismissed);
      expect(status).toBe(200);
      return body.resolved === 0 && body.left === 0;
    });
    await waitUntil('none open', async () => (await open(`OwareLifecycle = 'unmatched-event'`)) === 0);
    expect((await read()).needsReview).toBe(false);
    const { count } = (await collected()) as CollectedView;
    expect(count).toBeGreaterThan(0);
    const refused = { kind: 'duplicate-payment', reason: 'one by one' };
    expect((await world.call('POST', '/v1/reviews/resolve', refused)).status).toBe(400);
  });
});
