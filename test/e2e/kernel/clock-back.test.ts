import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { createSetBackServer } from '../../support/temporal/set-back-server.js';
import {
  ASKED,
  createScriptedWorld,
  noTransactions,
  opens,
  record,
  type ScriptedWorld,
  terms,
} from '../../support/world/scripted-gateway.js';

let server: Awaited<ReturnType<typeof createSetBackServer>>;
let world: ScriptedWorld;
beforeAll(async () => {
  server = await createSetBackServer(inject('temporalAddress'));
  world = await createScriptedWorld({ workerAddress: server.address });
});
afterAll(async () => {
  await world.close();
  server.close();
});

it('a payment is applied at once although the clock of Temporal was set back by 40 seconds', async () => {
  world.script.initTransaction = opens;
  world.script.searchTransactions = noTransactions;
  world.script.getTransaction = record('PENDING');
  const reference = world.name('clock-back');
  await world.oware.checkouts.create(terms(reference));
  expect(await world.read(reference)).toMatchObject({ state: 'PENDING' });

  server.setBack(40_000);
  world.script.getTransaction = record('PAID', ASKED);
  await world.report(reference);
  await world.becomes(reference, 'PAID');
  // a task that is refused as stale fails, and is repeated until the clock has caught up
  expect(await world.failedTasks(`checkout:${reference}`)).toEqual([]);
});

it('an api whose clock is ten minutes behind answers a repeated create with what the checkout is now', async () => {
  world.script.initTransaction = opens;
  world.script.searchTransactions = noTransactions;
  world.script.getTransaction = record('PAID', ASKED);
  const reference = world.name('api-behind');
  await world.oware.checkouts.create(terms(reference));
  await world.report(reference);
  await world.becomes(reference, 'PAID');

  const now = Date.now;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() - 600_000);
  const again = await world.oware.checkouts.create(terms(reference)).finally(() => clock.mockRestore());
  expect(again).toMatchObject({ kind: 'closed', snapshot: { state: 'PAID' } });
});
