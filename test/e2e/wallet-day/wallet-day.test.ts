import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayOf, startOfDay } from '../../../src/domain/calendar.js';
import { kobo } from '../../../src/domain/money.js';
import { ensureSchedules, scheduleId, SCHEDULES } from '../../../src/temporal/schedules.js';
import { createTransfers } from '../../support/lifecycles/transfers.js';
import { resolveItem, resolvePath } from '../../support/lifecycles/review-items.js';
import { historyEvents } from '../../support/temporal/cost-table.js';
import { costOf } from '../../support/temporal/history.js';
import { failedTasks } from '../../support/temporal/failed-tasks.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld({ settings: { recheckScheduleMs: [100, 200] } });
  await world.setSwitches({ walletEvents: true, lowBalanceNaira: 1_000 });
});
afterAll(async () => {
  const open = world.client.workflow.list({ query: `TaskQueue = '${world.taskQueue}'` });
  for await (const { workflowId, status } of open) {
    // it may end by itself meanwhile
    if (status.name === 'RUNNING') await Promise.allSettled([world.handle(workflowId).terminate()]);
  }
  for (const { name } of SCHEDULES) {
    await world.client.schedule
      .getHandle(scheduleId(world.taskQueue, name))
      .delete()
      .catch(() => undefined);
  }
  await world.close();
});

// one merchant has one namespace, and each test a day of its own, long past
let days = process.pid % 3_000;
const newDay = () => addDays('2010-01-01', (days += 7));
const id = (day: string) => `wallet-events:${day}`;
const read = async (day: string) => (await world.call('GET', `/v1/wallet-days/${day}`)).body;

const activity = (day: string, reference: string, before: number, after: number) => ({
  eventType: 'ACCOUNT_ACTIVITY',
  eventData: {
    accountType: 'MAIN',
    accountNumber: '8000000001',
    activityType: 'TRANSACTION',
    amount: Math.abs(after - before),
    currency: '566',
    balanceBefore: before,
    balanceAfter: after,
    reference,
    narration: 'Top-up',
    activityTime: `${day} 09:08:AM`,
  },
});

const dismissDrift = async (day: string, reason: string) => {
  const item = { path: `/v1/wallet-days/${day}`, key: 'wallet-drift' };
  const { status } = await resolveItem(world, item, { decision: 'dismiss', reason });
  expect(status).toBe(200);
};

const balance = (day: string, place: 'opening' | 'closing', naira: number, at = `${day}T12:00:00.000Z`) =>
  world.oware.deliverEvent(
    { lifecycle: 'wallet-events', reference: day },
    {
      kind: 'wallet-balance',
      key: `wallet-balance:${place}`,
      eventType: 'wallet-balance',
      place,
      balanceKobo: kobo(naira * 100),
      at,
    },
  );

describe('events of the wallet', () => {
  it('become webhooks of the day, once each, with what changed and the balance', async () => {
    const today = dayOf(world.sandbox.clock.now());
    await world.control(`merchants/${world.account.id}/wallet`, { balance: 5_000 });
    await world.control(`merchants/${world.account.id}/wallet`, { balance: 500 });
    await world.sandbox.deliveries.settled();
    await world.merchant.receives(today, 'wallet-day.low-balance');
    await waitUntil('both', () => world.merchant.of(today).length >= 3);
    for (const { id: delivery } of world.sandbox.deliveries.list()) {
      await world.control(`deliveries/${delivery}/replay`, {});
    }
    await world.sandbox.deliveries.settled();
    const view = await read(today);
    expect(view).toMatchObject({ day: today, state: 'OPEN', lowBalances: 1, unclear: 0 });
    expect(world.merchant.typesOf(today).toSorted()).toEqual([
      'wallet-day.activity',
      'wallet-day.activity',
      'wallet-day.low-balance',
    ]);
    const debit = world.merchant
      .of(today)
      .find(({ data }) => JSON.stringify(data.activity ?? {}).includes('"4500.00"'));
    expect(debit?.data.activity).toMatchObject({ direction: 'debit', amount: '4500.00', balance: '500.00' });
  });

  it('that arrive after the day start one run, which ends at once', async () => {
    const day = newDay();
    expect(await world.postEvent(activity(day, 'TOP-1', 100, 350))).toBe(200);
    await world.merchant.receives(day, 'wallet-day.activity');
    // its balances were never read: a person decides that they do not matter
    const path = resolvePath(`/v1/wallet-days/${day}`, 'incomplete-comparison');
    const dismiss = async () => {
      const items = await waitUntil('the item', async () => {
        const { reviewItems = [] } = await read(day);
        return (reviewItems as readonly { readonly version: string }[]).length > 0 && reviewItems;
      });
      const [{ version }] = items as readonly [{ readonly version: string }];
      await world.call('POST', path, {
        decision: 'dismiss',
        reason: 'before the wallet was watched',
        version,
      });
      await world.closed(id(day));
    };
    await waitUntil('the item', async () => (await read(day)).reviewItems !== undefined);
    expect(await read(day)).toMatchObject({
      unread: ['no balance at the start of the day', 'no balance at its end'],
      reviewItems: [{ key: 'incomplete-comparison', atRiskKobo: 250_00 }],
    });
    await dismiss();
    expect(await read(day)).toMatchObject({ state: 'CLOSED', credits: { count: 1, sumKobo: 250_00 } });
    const { counts } = await costOf(world.client, id(day), 'wallet-day-late-event');
    expect(counts).toEqual(
      historyEvents({
        // the settings, the webhooks of the movement and of the decision
        activities: 3,
        updates: 1,
        signals: 1,
        searchAttributes: 5,
        timers: { started: 0 },
      }),
    );
    const run = await world.runIdOf(id(day));
    await world.postEvent(activity(day, 'TOP-1', 100, 350));
    await world.postEvent(activity(day, 'TOP-2', 350, 50));
    // more money was not compared than the person saw
    await dismiss();
    expect(await world.runIdOf(id(day))).not.toBe(run);
    expect(await read(day)).toMatchObject({ credits: { count: 1 }, debits: { count: 1, sumKobo: 300_00 } });
  });

  it('without a readable time share one run, which is closed after two days', async () => {
    const event = activity('no day', `ODD-${process.pid}`, 1, 2);
    expect(await world.postEvent(event)).toBe(200);
    await world.merchant.receives('undated', 'wallet-day.activity');
    await world.handle('wallet-events:undated').terminate();
  });
});

describe('the balances of a day', () => {
  it('that its events explain leave nothing to review', async () => {
    const day = newDay();
    await balance(day, 'opening', 1_000);
    await world.postEvent(activity(day, 'IN', 1_000, 1_700));
    await world.postEvent(activity(day, 'OUT', 1_700, 1_200));
    await waitUntil('both', () => world.merchant.of(day).length === 2);
    await balance(day, 'closing', 1_200);
    await waitUntil('the sums', async () => (await read(day)).driftKobo === 0);
    await world.closed(id(day));
    expect((await read(day)).reviewItems).toBeUndefined();
  });

  it('that they do not explain are wallet-drift with the amount, until the missing event arrives', async () => {
    const day = newDay();
    await balance(day, 'opening', 1_000);
    await world.postEvent(activity(day, 'IN', 1_000, 1_700));
    await world.merchant.receives(day, 'wallet-day.activity');
    await balance(day, 'closing', 1_690);
    await world.merchant.receives(day, 'wallet-day.drift');
    expect(await read(day)).toMatchObject({
      driftKobo: -10_00,
      reviewItems: [{ key: 'wallet-drift', atRiskKobo: 10_00 }],
    });
    await world.postEvent(activity(day, 'LEVY', 1_700, 1_690));
    await world.closed(id(day));
    expect(await read(day)).toMatchObject({ driftKobo: 0 });
  });

  it('are compared although events claim more than any sum holds, and later events are reported', async () => {
    const day = newDay();
    await balance(day, 'opening', 1_000);
    const huge = Array.from({ length: 10 }, (_, n) => activity(day, `HUGE-${n}`, 0, 9_999_999_999_999.99));
    for (const event of huge) expect(await world.postEvent(event)).toBe(200);
    await balance(day, 'closing', 990);
    await world.merchant.receives(day, 'wallet-day.drift');
    expect(await read(day)).toMatchObject({
      driftKobo: -Number.MAX_SAFE_INTEGER,
      reviewItems: [{ key: 'wallet-drift', atRiskKobo: Number.MAX_SAFE_INTEGER }],
    });
    await world.postEvent(activity(day, 'IN', 1_000, 1_500));
    await waitUntil('all of them', () => world.merchant.of(day).length === huge.length + 2);
    expect(await failedTasks(world.client, id(day))).toEqual([]);
  });

  it('are explained by the listings where the merchant receives no wallet events', async () => {
    await world.setSwitches({ walletEvents: false, lowBalanceNaira: null, otpOn: false });
    await world.control(`merchants/${world.account.id}/wallet`, { balance: 20_000 });
    // the gateway's times have no fractions of a second
    const from = new Date(world.sandbox.clock.now() - 1_000).toISOString();
    const transfers = createTransfers(world);
    const reference = `levy-${process.pid}`;
    await transfers.create(reference);
    await world.sandbox.clock.advance(10_000);
    await world.becomes(reference, 'SUCCESS', 'transfers');
    const to = new Date(world.sandbox.clock.now() + 2_000).toISOString();
    const day = newDay();
    await balance(day, 'opening', 20_000, from);
    await balance(day, 'closing', 14_985, to);
    await world.merchant.receives(day, 'wallet-day.drift');
    // 5,000.00 and a fee of 10.00 left the wallet; a levy of 5.00 did too
    expect(await read(day)).toMatchObject({
      outflows: { paidKobo: 5_000_00, feesKobo: 10_00, inFlightKobo: 0, refundedKobo: 0 },
      driftKobo: -5_00,
    });
    await dismissDrift(day, 'stamp duty');
    await world.closed(id(day));
  });

  it('that leave more unexplained after a decision are another item', async () => {
    const day = newDay();
    await balance(day, 'opening', 1_000);
    await world.postEvent(activity(day, 'IN', 1_000, 1_700));
    await world.merchant.receives(day, 'wallet-day.activity');
    await balance(day, 'closing', 1_690);
    await world.merchant.receives(day, 'wallet-day.drift');
    await dismissDrift(day, 'a levy');
    await world.closed(id(day));
    await world.postEvent(activity(day, 'IN-2', 1_700, 901_700));
    const view = await waitUntil('the item', async () => {
      const found = await read(day);
      return found.reviewItems ? found : undefined;
    });
    expect(view).toMatchObject({
      driftKobo: -900_010_00,
      reviewItems: [{ key: 'wallet-drift', atRiskKobo: 900_010_00 }],
    });
    // what was decided once is decided
    await world.postEvent(activity(day, 'OUT-2', 901_700, 1_700));
    await world.closed(id(day));
    const after = await read(day);
    expect(after).toMatchObject({ driftKobo: -10_00 });
    expect(after.reviewItems).toBeUndefined();
  });
});

const ofEvent = (day: string, time: string, before: number, after: number) => {
  const event = activity(day, `AT-${time}-${before}`, before, after);
  return { ...event, eventData: { ...event.eventData, activityTime: `${day} ${time}` } };
};

describe('a day whose balances cannot be compared', () => {
  it('says which balance is missing and why, in a field and in a review item with what moved, until it arrives', async () => {
    const day = newDay();
    await balance(day, 'opening', 900);
    await world.postEvent(activity(day, 'TOP', 900, 1_000));
    await world.oware.deliverEvent(
      { lifecycle: 'wallet-events', reference: day },
      {
        kind: 'wallet-balance',
        key: 'wallet-balance:closing:missing',
        eventType: 'wallet-balance',
        place: 'closing',
        missing: 'the gateway did not answer',
        at: `${day}T23:09:00.000Z`,
      },
    );
    const view = await waitUntil('the reason', async () => {
      const found = await read(day);
      return JSON.stringify(found.unread ?? []).includes('did not answer') ? found : undefined;
    });
    expect(view).toMatchObject({
      unread: ['no balance at its end: the gateway did not answer'],
      reviewItems: [{ key: 'incomplete-comparison', atRiskKobo: 100_00 }],
    });
    expect(view).not.toHaveProperty('driftKobo');
    await balance(day, 'closing', 1_000);
    await world.closed(id(day));
    expect(await read(day)).toMatchObject({ driftKobo: 0, unread: [] });
  });

  it('is not called a drift of all that moved where an event does not say in which direction', async () => {
    const day = newDay();
    await balance(day, 'opening', 1_000);
    const { eventType, eventData } = activity(day, 'WHICH-WAY', 1_000, 600);
    const { balanceBefore, balanceAfter, ...unclear } = eventData;
    expect(await world.postEvent({ eventType, eventData: unclear })).toBe(200);
    await balance(day, 'closing', 600);
    const view = await waitUntil('the item', async () => {
      const found = await read(day);
      return found.closing !== undefined && found.unclear === 1 && found.reviewItems ? found : undefined;
    });
    expect({ balanceBefore, balanceAfter }).toEqual({ balanceBefore: 1_000, balanceAfter: 600 });
    expect(view).toMatchObject({
      unread: ['1 events without a direction or an amount'],
      reviewItems: [{ key: 'incomplete-comparison', atRiskKobo: 400_00 }],
    });
    expect(world.merchant.typesOf(day)).not.toContain('wallet-day.drift');
  });
});

describe('a movement between midnight and the read of the balance', () => {
  it('is in the balance and belongs to the new day: neither day has a drift', async () => {
    const one = newDay();
    const two = addDays(one, 1);
    const midnight = startOfDay(two);
    const readAt = new Date(midnight + 60_000).toISOString();
    await balance(one, 'opening', 900);
    await world.postEvent(activity(one, 'TOP', 900, 1_000));
    await world.postEvent(ofEvent(two, '12:00:AM', 1_000, 600));
    await balance(one, 'closing', 600, readAt);
    await balance(two, 'opening', 600, readAt);
    await balance(two, 'closing', 600, new Date(midnight + 86_400_000).toISOString());
    for (const day of [one, two]) {
      await waitUntil(`the sums of ${day}`, async () => (await read(day)).driftKobo === 0);
      await world.closed(id(day));
      expect((await read(day)).reviewItems).toBeUndefined();
    }
  });
});

describe('the schedule of the balance', () => {
  it('is created once by any number of workers, and a run at another time than midnight writes no balance', async () => {
    await Promise.all([1, 2].map(() => ensureSchedules(world.client, world.taskQueue)));
    const schedule = world.client.schedule.getHandle(scheduleId(world.taskQueue, 'wallet-balance'));
    await schedule.pause('by an operator');
    await ensureSchedules(world.client, world.taskQueue);
    const described = await schedule.describe();
    expect(described).toMatchObject({
      state: { paused: true },
      policies: { overlap: 'SKIP' },
      spec: { timezone: 'Africa/Lagos' },
    });
    await schedule.unpause();
    // the worker was down at that midnight, twenty days ago
    const begins = addDays(dayOf(Date.now()), -20);
    const midnight = startOfDay(begins);
    await schedule.backfill({
      start: new Date(midnight - 60_000),
      end: new Date(midnight + 60_000),
      overlap: 'ALLOW_ALL',
    });
    const ends = addDays(begins, -1);
    const view = await waitUntil('the day', async () => {
      const day = await read(ends);
      return JSON.stringify(day.unread ?? []).includes('late') && day;
    });
    expect(view).not.toHaveProperty('closing');
    expect(JSON.stringify(view.unread)).toMatch(
      /no balance at its end: the read would have been \d+ hours late/,
    );
    const next = await waitUntil('the next day', async () => {
      const day = await read(begins);
      return day.unread !== undefined && day;
    });
    expect(next).not.toHaveProperty('opening');
  });
});
