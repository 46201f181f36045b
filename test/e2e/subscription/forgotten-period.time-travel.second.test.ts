import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitUntil } from '../../support/wait-until.js';
import { CHARGE, chargeRecord, createScriptedSubscriptions } from '../../support/world/scripted-charges.js';
import {
  createScriptedWorld,
  type Request,
  type ScriptedWorld,
} from '../../support/world/scripted-gateway.js';
import { DAY, HOUR, MINUTE } from '../../support/world/world.js';

let world: ScriptedWorld;
let subscriptions: ReturnType<typeof createScriptedSubscriptions>;
beforeAll(async () => {
  world = await createScriptedWorld();
  subscriptions = createScriptedSubscriptions(world);
});
afterAll(() => world.close());

it('money of a failed charge that arrives after its period left the list is held for review', async () => {
  const reference = world.name('old-period');
  const first = subscriptions.attempt(reference, 1);
  let status = 'FAILED';
  const answer = (request: Request) =>
    chargeRecord(
      [request.paymentReference, request.transactionReference?.slice(2)].includes(first) ? status : 'PAID',
    )(request);
  world.script.chargeCardToken = answer;
  world.script.queryTransaction = answer;
  world.script.getTransaction = answer;
  const plan = { every: { unit: 'DAY', count: 1 }, firstDay: subscriptions.day(1), at: '00:00' } as const;
  await world.oware.subscriptions.create(subscriptions.terms(reference, { plan, retryAfterDays: [] }));
  await world.pass(2 * DAY, 6 * HOUR);
  expect(await subscriptions.read(reference)).toMatchObject({ totals: { failed: 1 } });
  await world.pass(26 * DAY, DAY);
  expect((await subscriptions.read(reference)).periods.map(({ n }) => n)).not.toContain(0);
  status = 'PAID';
  await subscriptions.report(reference, first);
  await world.pass(30 * MINUTE, 10 * MINUTE);
  await waitUntil('the review item', async () => (await subscriptions.read(reference)).review[0]);
  // the event that reported a kept or a forgotten charge before is no news
  await subscriptions.report(reference, first);
  await world.pass(10 * MINUTE);
  expect(await subscriptions.read(reference)).toMatchObject({
    review: [{ key: `unmatched-event:${first}`, atRiskKobo: CHARGE }],
  });
  expect(world.webhookTypes(reference).filter((type) => type === 'subscription.unexpected')).toHaveLength(1);
});
