import { WorkflowFailedError, WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { dayOf } from '../../../src/domain/calendar.js';
import { kobo } from '../../../src/domain/money.js';
import { COUNT_PAYOUTS, count, payoutDayId } from '../../../workflows/services/payout-day/messages.js';
import { createHostile, GARBAGE, value } from '../../support/hostile/payloads.js';
import { costOf } from '../../support/temporal/history.js';
import { replayClosedRuns } from '../../support/temporal/replay.js';
import { runsOf } from '../../support/temporal/runs.js';
import { createScriptedWorld, type ScriptedWorld } from '../../support/world/scripted-gateway.js';
import { DAY, MINUTE } from '../../support/world/world.js';

/** So few that a run continues as new after a few payouts. */
const EVENTS = 30;

let world: ScriptedWorld;
/** In the same namespace, with short runs. */
let shortRuns: ScriptedWorld;
beforeAll(async () => {
  world = await createScriptedWorld({ timeoutMs: 60_000 });
  shortRuns = await createScriptedWorld({
    settings: { continueAsNewAfterHistoryEvents: EVENTS },
    timeoutMs: 60_000,
  });
});
afterAll(async () => {
  await Promise.allSettled(days.map((day) => world.handle(payoutDayId(day)).terminate()));
  await world.close();
  await shortRuns.close();
});

const days: string[] = [];

/** A day of its own for each test: days are unique in a namespace. */
function newDay(inDays = 10 + days.length): string {
  const day = dayOf(Date.now() + inDays * DAY);
  days.push(day);
  return day;
}

const payout = (day: string, n: number, amountKobo = 100, key = 'shop') => ({
  day,
  reference: `transfer:${n}`,
  amountKobo: kobo(amountKobo),
  key,
});

describe('the sums of a day', () => {
  it('count payouts that arrive at once one after another', async () => {
    const day = newDay();
    const counted = Array.from({ length: 60 }, (_, n) =>
      world.oware.countPayout(payout(day, n, 100, n % 2 === 0 ? 'shop' : 'payroll')),
    );
    const sums = await Promise.all(counted);
    const inOrder = sums.map(({ sumKobo }) => sumKobo as number).sort((a, b) => a - b);
    expect(inOrder).toEqual(sums.map((_, n) => (n + 1) * 100));
    expect(Math.max(...sums.map(({ keySumKobo }) => keySumKobo))).toBe(3_000);
    expect(await world.failedTasks(payoutDayId(day))).toEqual([]);
  });

  it('count a payout once, and a repeat gets the first answer, whatever amount it names', async () => {
    const day = newDay();
    const first = await world.oware.countPayout(payout(day, 1));
    expect(first).toEqual({ sumKobo: 100, keySumKobo: 100 });
    await world.oware.countPayout(payout(day, 2));
    expect(await world.oware.countPayout(payout(day, 1))).toEqual(first);
    expect(await world.oware.countPayout(payout(day, 1, 9_999))).toEqual(first);
    expect(await world.oware.countPayout(payout(day, 3))).toEqual({ sumKobo: 300, keySumKobo: 300 });
  });

  it('are handed from run to run, and a repeat in a later run adds nothing', async () => {
    const day = newDay();
    for (let n = 1; n <= 25; n++) {
      expect(await shortRuns.oware.countPayout(payout(day, n))).toEqual({
        sumKobo: n * 100,
        keySumKobo: n * 100,
      });
    }
    const runs = await runsOf(shortRuns.client, payoutDayId(day));
    expect(runs.length).toBeGreaterThan(2);
    const [first, second] = runs;
    const id = payoutDayId(day);
    await costOf(shortRuns.client, id, 'payout-day-before-continue-as-new', first?.runId);
    await costOf(shortRuns.client, id, 'payout-day-after-continue-as-new', second?.runId);
    // the task that is in progress when the limit is reached may still add a few
    for (const { events } of runs) expect(events.length).toBeLessThan(2 * EVENTS);
    expect(await shortRuns.oware.countPayout(payout(day, 1))).toEqual({ sumKobo: 2_500, keySumKobo: 2_500 });
    expect(await shortRuns.oware.countPayout(payout(day, 26))).toEqual({ sumKobo: 2_600, keySumKobo: 2_600 });
  });

  it('are counted while runs change, none lost and none counted twice', async () => {
    const day = newDay();
    const counted = Array.from({ length: 50 }, async (_, n) => {
      await shortRuns.oware.countPayout(payout(day, n));
      // as after a lost reply
      await shortRuns.oware.countPayout(payout(day, n));
    });
    await Promise.all(counted);
    expect((await shortRuns.oware.countPayout(payout(day, 50))).sumKobo).toBe(5_100);
    const runs = await replayClosedRuns(shortRuns.client, payoutDayId(day), inject('bundlePath'));
    expect(runs).toBeGreaterThan(1);
  });

  it('go on where a run was lost, and where the next one was lost as well: no limit begins anew', async () => {
    const day = newDay();
    for (let n = 1; n <= 20; n++) await shortRuns.oware.countPayout(payout(day, n));
    const { length: runs } = await runsOf(shortRuns.client, payoutDayId(day));
    expect(runs).toBeGreaterThan(1);
    await world.handle(payoutDayId(day)).terminate();
    expect(await shortRuns.oware.countPayout(payout(day, 1))).toEqual({ sumKobo: 2_000, keySumKobo: 2_000 });
    expect((await shortRuns.oware.countPayout(payout(day, 21))).sumKobo).toBe(2_100);
    await world.handle(payoutDayId(day)).terminate();
    const counted = await Promise.all(
      [22, 23, 24].map((n) => shortRuns.oware.countPayout(payout(day, n, 100, 'payroll'))),
    );
    expect(counted.map(({ sumKobo }) => sumKobo as number).sort()).toEqual([2_200, 2_300, 2_400]);
    expect(Math.max(...counted.map(({ keySumKobo }) => keySumKobo))).toBe(300);
    expect((await shortRuns.oware.countPayout(payout(day, 21))).sumKobo).toBe(2_400);
    expect(await shortRuns.failedTasks(payoutDayId(day))).toEqual([]);
  });

  it('end two days after the day', async () => {
    // no other file counts payouts on this day
    const inDays = 10 + days.length;
    const day = newDay(inDays);
    const id = payoutDayId(day);
    await world.oware.countPayout(payout(day, 1));
    await world.pass((inDays + 2) * DAY);
    expect((await world.handle(id).describe()).status.name).toBe('RUNNING');
    await world.oware.countPayout(payout(day, 2));
    await world.pass(DAY);
    expect(await world.handle(id).result()).toEqual({ payouts: 2, sumKobo: 200 });
    const { counts } = await costOf(world.client, id, 'payout-day-ended');
    // two for each payout; the rest is once a day
    expect(counts).toEqual({
      WORKFLOW_EXECUTION_STARTED: 1,
      ACTIVITY_TASK_SCHEDULED: 1,
      ACTIVITY_TASK_STARTED: 1,
      ACTIVITY_TASK_COMPLETED: 1,
      WORKFLOW_EXECUTION_UPDATE_ACCEPTED: 2,
      WORKFLOW_EXECUTION_UPDATE_COMPLETED: 2,
      TIMER_STARTED: 1,
      TIMER_FIRED: 1,
      WORKFLOW_EXECUTION_COMPLETED: 1,
    });
  });

  it('of a day long past still count the payout that asks for them', async () => {
    const day = newDay(-30);
    expect(await world.oware.countPayout(payout(day, 1))).toEqual({ sumKobo: 100, keySumKobo: 100 });
    await world.pass(2 * MINUTE);
    expect(await world.handle(payoutDayId(day)).result()).toEqual({ payouts: 1, sumKobo: 100 });
  });
});

describe('malformed messages', () => {
  it('of a payout are refused, and change nothing', async () => {
    const day = newDay();
    await world.oware.countPayout(payout(day, 1));
    const handle = world.handle(payoutDayId(day));
    const malformed = [
      null,
      'transfer:1',
      {},
      { reference: 'transfer:2' },
      { reference: '', amountKobo: 1 },
      { reference: 'x'.repeat(501), amountKobo: 1 },
      { reference: 'transfer:2', amountKobo: -1 },
      { reference: 'transfer:2', amountKobo: 0.5 },
      { reference: 'transfer:2', amountKobo: '100' },
      { reference: 'transfer:2', amountKobo: 1, key: 5 },
      { reference: 'transfer:2', amountKobo: 1, key: 'x'.repeat(65) },
    ];
    for (const given of malformed) {
      const error: unknown = await handle
        .executeUpdate(count, { args: [given as never] })
        .catch((failure: unknown) => failure);
      expect(error).toBeInstanceOf(WorkflowUpdateFailedError);
      expect((error as WorkflowUpdateFailedError).cause).toMatchObject({ type: 'invalid' });
    }
    expect((await world.oware.countPayout(payout(day, 2))).sumKobo).toBe(200);
    expect(await world.failedTasks(payoutDayId(day))).toEqual([]);
  });

  it('as input end the run, without a failed task', async () => {
    const hostile = createHostile(world);
    const tally = { salt: '', payouts: 0, sumKobo: 0, keySums: [], counted: '' };
    const inputs = [
      ...Object.values(GARBAGE),
      value({}),
      value({ day: 'today' }),
      value({ day: '2026-02-30' }),
      value({ day: '2026-02-28' }),
      // only a run that continues another one is handed sums
      value({ day: newDay(), carried: tally }),
    ];
    for (const input of inputs) {
      const id = payoutDayId(days.at(-1)!);
      await hostile.start(id, COUNT_PAYOUTS, input);
      const error: unknown = await world
        .handle(id)
        .result()
        .catch((failure: unknown) => failure);
      expect(error).toBeInstanceOf(WorkflowFailedError);
      const { cause } = error as WorkflowFailedError;
      expect(cause).toBeInstanceOf(ApplicationFailure);
      expect(cause).toMatchObject({ type: 'refused-input' });
      expect(await world.failedTasks(id)).toEqual([]);
    }
  });
});
