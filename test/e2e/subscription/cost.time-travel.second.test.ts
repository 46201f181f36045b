import { afterAll, beforeAll, expect, it } from 'vitest';
import { timeOfDay } from '../../support/time-of-day.js';
import { costOf } from '../../support/temporal/history.js';
import { runsOf } from '../../support/temporal/runs.js';
import { CHARGE, chargeRecord, createScriptedSubscriptions } from '../../support/world/scripted-charges.js';
import { createScriptedWorld, type ScriptedWorld } from '../../support/world/scripted-gateway.js';
import { DAY, HOUR } from '../../support/world/world.js';

/** Days that a daily plan is charged on. */
const PERIODS = 26;
/** Charge, webhook, and three checks at most: after the event, once more, and of the charge before; workflow tasks apart. */
const MOST_EVENTS_A_PERIOD = 26;

let world: ScriptedWorld;
let subscriptions: ReturnType<typeof createScriptedSubscriptions>;
beforeAll(async () => {
  world = await createScriptedWorld({ settings: { continueAsNewAfterHistoryEvents: 150 } });
  subscriptions = createScriptedSubscriptions(world);
  const sent = chargeRecord('PAID');
  world.script.chargeCardToken = sent;
  world.script.queryTransaction = sent;
  world.script.getTransaction = sent;
});
afterAll(() => world.close());

it('a subscription of many periods continues as new, charges each once, and carries a bounded state', async () => {
  const plan = { every: { unit: 'DAY', count: 1 }, firstDay: subscriptions.day(0), at: timeOfDay() } as const;
  const reference = await subscriptions.create('cost', { plan });
  await subscriptions.periodBecomes(reference, 0, 'PAID');
  for (let day = 1; day < PERIODS; day++) {
    await world.pass(DAY);
    await subscriptions.periodBecomes(reference, day, 'PAID');
    await subscriptions.report(reference, subscriptions.attempt(reference, day));
  }
  await world.pass(HOUR);
  const snapshot = await subscriptions.read(reference);
  expect(snapshot.totals).toEqual({
    charged: PERIODS,
    chargedKobo: PERIODS * CHARGE,
    failed: 0,
    missed: 0,
  });
  expect(snapshot.periods).toHaveLength(24);
  expect(world.callsTo('chargeCardToken')).toBe(PERIODS);
  expect(JSON.stringify(snapshot).length).toBeLessThan(30_000);
  await world.oware.subscriptions.cancel(reference);
  await subscriptions.closed(reference);

  const id = subscriptions.id(reference);
  const runs = (await runsOf(world.client, id)).map(({ runId }) => runId);
  expect(runs.length).toBeGreaterThan(2);
  const names = new Map([
    [runs.at(0), 'subscription-before-continue-as-new'],
    [runs.at(-1), 'subscription-after-continue-as-new'],
  ]);
  let total = 0;
  for (const run of runs) {
    const { counts } = await costOf(world.client, id, names.get(run), run);
    for (const count of Object.values(counts)) total += count;
  }
  expect(total / PERIODS).toBeLessThanOrEqual(MOST_EVENTS_A_PERIOD);
  const charged = world.webhookTypes(reference).filter((type) => type === 'subscription.charged');
  expect(charged).toHaveLength(PERIODS);
}, 120_000);
