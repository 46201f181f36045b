import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '../../support/wait-until.js';
import {
  createScriptedSubscriptions,
  noPayment,
  tokenExpired,
} from '../../support/world/scripted-charges.js';
import { createScriptedWorld, type ScriptedWorld } from '../../support/world/scripted-gateway.js';
import { MINUTE } from '../../support/world/world.js';

let world: ScriptedWorld;
let subscriptions: ReturnType<typeof createScriptedSubscriptions>;
beforeAll(async () => {
  world = await createScriptedWorld();
  subscriptions = createScriptedSubscriptions(world);
});
afterAll(() => world.close());

const card = (n: number) => ({
  cardToken: `MNFY_FEDCBA9876543210FEDCBA987654321${n}`,
  email: 'ada@example.com',
});

/** A period has nine charges at most; each card that the gateway no longer takes needs one. */
describe('a period whose cards are all refused', () => {
  it('ends with its last charge, and the next card is charged from the next period on', async () => {
    world.script.chargeCardToken = tokenExpired;
    world.script.queryTransaction = noPayment;
    world.script.getTransaction = noPayment;
    const reference = await subscriptions.create('many-cards');
    for (let n = 1; n <= 9; n++) {
      await waitUntil(`charge ${n}`, async () => {
        const { periods, state } = await subscriptions.read(reference);
        return (
          periods[0]?.attempts.filter((each) => each.state === 'FAILED').length === n && state === 'ON_HOLD'
        );
      });
      if (n < 9) await world.oware.subscriptions.replaceCard(reference, card(n));
    }
    expect(await subscriptions.read(reference)).toMatchObject({
      state: 'ON_HOLD',
      periods: [{ state: 'FAILED' }],
    });
    expect(await world.oware.subscriptions.replaceCard(reference, card(9))).toMatchObject({
      state: 'ACTIVE',
    });
    await world.pass(MINUTE);
    expect(await subscriptions.read(reference)).toMatchObject({
      state: 'ACTIVE',
      periods: [{ state: 'FAILED' }],
    });
  });
});
