import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayOf } from '../../../src/domain/calendar.js';
import { kobo } from '../../../src/domain/money.js';
import { ensureSchedules, scheduleId, SCHEDULES } from '../../../src/temporal/schedules.js';
import { createTransfers } from '../../support/lifecycles/transfers.js';
import { resolvePath } from '../../support/lifecycles/review-items.js';
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
    await world.closed(id(day));
    expect(await read(day)).toMatchObject({ state: 'CLOSED', credits: { count: 1, sumKobo: 250_00 } });
    const { counts } = await costOf(world.client, id(day), 'wallet-day-late-event');
    expect(counts).toEqual(
      historyEvents({
        // the settings, the webhook
        activities: 2,
        updates: 0,
        signals: 1,
        searchAttributes: 3,
        timers: { started: 0 },
      }),
    );
    const run = await world.runIdOf(id(day));
    await world.postEvent(activity(day, 'TOP-1', 100, 350));
    await world.postEvent(activity(day, 'TOP-2', 350, 50));
    await waitUntil('the second', () => world.merchant.of(day).length === 2);
    await world.closed(id(day));
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
    const path = resolvePath(`/v1/wallet-days/${day}`, 'wallet-drift');
    await world.call('POST', path, { decision: 'dismiss', reason: 'stamp duty' });
    await world.closed(id(day));
  });
});

describe('the schedule of the balance', () => {
  it('is created once by any number of workers, and its run ends one day and begins the next', async () => {
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
    await schedule.trigger();
    const today = dayOf(Date.now());
    const view = await waitUntil('the balance', async () => {
      const day = await read(today);
      return day.closing !== undefined && day.opening !== undefined && day;
    });
    const held = world.sandbox.ledger.balance(`wallet:${world.account.id}`);
    expect(view).toMatchObject({ closing: { balanceKobo: held }, opening: { balanceKobo: held } });
  });
});
