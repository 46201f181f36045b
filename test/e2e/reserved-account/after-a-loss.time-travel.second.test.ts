import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  accountTerms,
  ASKED,
  createScriptedWorld,
  noTransactions,
  ok,
  record,
  reservesAccount,
  type ScriptedWorld,
} from '../../support/world/scripted-gateway.js';
import { waitUntil } from '../../support/wait-until.js';
import { MINUTE } from '../../support/world/world.js';

let world: ScriptedWorld;
beforeAll(async () => {
  world = await createScriptedWorld();
  world.script.createReservedAccount = reservesAccount;
  world.script.listReservedAccountTransactions = noTransactions;
});
afterAll(() => world.close());

it('an account that was deallocated stays so after a lost run: nothing is reserved again, and late money is held', async () => {
  const reference = world.name('deallocated');
  const read = () => world.oware.reservedAccounts.get(reference);
  const report = (transactionReference: string) =>
    world.report(reference, { key: transactionReference, transactionReference }, 'reserved-account');
  world.script.getReservedAccount = () => ({ kind: 'not-found', code: '99', message: 'no such account' });
  world.script.deallocateReservedAccount = () => ok({ accountReference: reference });
  const product = { type: 'RESERVED_ACCOUNT', reference };
  world.script.getTransaction = record('PAID', ASKED, { product });
  await world.oware.reservedAccounts.create(accountTerms(reference));
  // what the merchant has not received keeps the run open
  world.merchantAccepts(false);
  await world.oware.reservedAccounts.cancel(reference);
  await report(`A-${reference}`);
  await waitUntil('its late money', async () => (await read()).review.length === 1);
  await world.handle(`reserved-account:${reference}`).terminate('by hand');
  world.merchantAccepts(true);
  const sent = world.callsTo('createReservedAccount');
  await report(`B-${reference}`);
  await world.passUntil('the money', async () => (await read()).credited.count === 1, MINUTE);
  expect(await read()).toMatchObject({ state: 'DEALLOCATED', review: [{ kind: 'paid-late' }] });
  expect(world.callsTo('createReservedAccount')).toBe(sent);
  await world.receives(reference, ['reserved-account.deallocated', 'reserved-account.credited-after-end']);
});
