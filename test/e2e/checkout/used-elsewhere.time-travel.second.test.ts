import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createScriptedWorld,
  foundTransaction,
  record,
  type ScriptedWorld,
  terms,
} from '../../support/world/scripted-gateway.js';
import { MINUTE, WORLD_SETTINGS } from '../../support/world/world.js';

let world: ScriptedWorld;
beforeAll(async () => {
  const policies = { ...WORLD_SETTINGS.policies, late: { action: 'refund' as const } };
  world = await createScriptedWorld({ settings: { policies } });
});
afterAll(() => world.close());

it('a payment of another system under the reference of a refused checkout is for a person, and not refunded', async () => {
  const reference = world.name('of-another');
  const customer = { email: 'bola@example.com' };
  world.script.initTransaction = () => ({ kind: 'reference-used', message: 'used' });
  world.script.searchTransactions = (request) => foundTransaction(request, { customerDTO: customer });
  world.script.getTransaction = record('PAID', 10_000_00, { paymentMethod: 'ACCOUNT_TRANSFER', customer });
  await world.oware.checkouts.create(terms(reference));
  await world.report(reference);
  await world.pass(MINUTE, 5_000);
  const { state, policyRefunds, review } = await world.read(reference);
  expect({ state, policyRefunds }).toEqual({ state: 'REFUSED', policyRefunds: undefined });
  expect(review).toMatchObject([{ kind: 'unmatched-event', atRiskKobo: 10_000_00 }]);
  expect(world.webhookTypes(reference)).toEqual(['checkout.refused']);
});
