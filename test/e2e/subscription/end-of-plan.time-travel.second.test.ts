import { afterAll, beforeAll, describe, it } from 'vitest';
import { CHARGE, chargeRecord, createScriptedSubscriptions } from '../../support/world/scripted-charges.js';
import { createScriptedWorld, type ScriptedWorld } from '../../support/world/scripted-gateway.js';
import { DAY, HOUR, MINUTE } from '../../support/world/world.js';

let world: ScriptedWorld;
let subscriptions: ReturnType<typeof createScriptedSubscriptions>;
beforeAll(async () => {
  world = await createScriptedWorld();
  subscriptions = createScriptedSubscriptions(world);
});
afterAll(() => world.close());

describe('the last period of a plan', () => {
  it('is paid, while the money of the one before is on its way back: the subscription ends after that', async () => {
    const paid = chargeRecord('PAID');
    world.script.chargeCardToken = paid;
    world.script.queryTransaction = paid;
    world.script.getTransaction = paid;
    const plan = {
      every: { unit: 'DAY', count: 10 },
      firstDay: subscriptions.day(0),
      lastDay: subscriptions.day(10),
      at: '00:00',
    } as const;
    const reference = await subscriptions.create('last-period', { plan });
    await subscriptions.periodBecomes(reference, 0, 'PAID');
    const first = `T-${subscriptions.attempt(reference)}`;
    world.script.getTransaction = (request) =>
      request.transactionReference === first ? chargeRecord('REVERSED', CHARGE)(request) : paid(request);
    await world.pass(10 * DAY + HOUR);
    await subscriptions.periodBecomes(reference, 1, 'PAID');
    await world.pass(10 * MINUTE);
    await subscriptions.periodBecomes(reference, 0, 'REVERSED');
    await subscriptions.becomes(reference, 'ENDED');
  });
});
