import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connect, type Oware } from '../../../src/merchant/index.js';
import { createBills, CUSTOMERS } from '../../support/lifecycles/bills.js';
import { createMandates } from '../../support/lifecycles/mandates.js';
import { createPaycodes } from '../../support/lifecycles/paycodes.js';
import { createSubscriptions } from '../../support/lifecycles/subscriptions.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { API_KEY, DAY, MINUTE } from '../../support/world/world.js';

let world: TimeTravelWorld;
let oware: Oware;
beforeAll(async () => {
  world = await createTimeTravelWorld();
  oware = await connect({
    address: world.address,
    taskQueue: world.taskQueue,
    api: { url: world.apiUrl, key: API_KEY },
    timeoutMs: 60_000,
  });
});
beforeEach(() => world.backToNow());
afterAll(async () => {
  await oware.close();
  await world.close();
});

const newReference = (kind: string) => `client-${kind}-${process.pid}`;

/** The last one that a watch shows. */
async function lastOf<View>(watched: AsyncIterable<View>): Promise<View | undefined> {
  let last: View | undefined;
  for await (const view of watched) last = view;
  return last;
}

it('a subscription of the client charges the card of a checkout, takes a new amount, and ends with its plan', async () => {
  const subscriptions = createSubscriptions(world, 'client');
  const reference = newReference('subscription');
  const created = await oware.subscriptions.create({
    reference,
    amount: '1500.00',
    plan: {
      every: { unit: 'DAY', count: 10 },
      firstDay: subscriptions.today(),
      lastDay: subscriptions.dayAfter(10),
      at: '00:00',
    },
    checkout: await subscriptions.paidByCard(),
  });
  expect(created).toMatchObject({ reference, state: 'ACTIVE' });
  const ended = lastOf(oware.subscriptions.watch(reference));
  await subscriptions.periodBecomes(reference, 0, 'PAID');
  expect(await oware.subscriptions.amend(reference, { amount: '1800.00' })).toMatchObject({
    amount: '1800.00',
  });
  await world.pass(10 * DAY);
  expect(await ended).toMatchObject({ state: 'ENDED', totals: { charged: 2, chargedAmount: '3300.00' } });
  expect(await oware.subscriptions.get(reference)).toEqual(await ended);
});

it('a mandate of the client is authorized by the customer, debited once, and cancelled', async () => {
  const mandates = createMandates(world);
  const reference = newReference('mandate');
  const creating = oware.mandates.create(mandates.terms(reference));
  await world.pass(15_000, 5_000);
  const { state, authorizationLink } = await creating;
  expect({ state, authorizationLink }).toMatchObject({
    state: 'PENDING_AUTHORIZATION',
    authorizationLink: expect.stringContaining('/mandates/') as string,
  });
  const ended = lastOf(oware.mandates.watch(reference));
  await mandates.decide(reference, { authorize: true });
  await world.pass(17 * MINUTE, 5 * MINUTE);
  expect(await oware.mandates.confirm(reference)).toMatchObject({ state: 'ACTIVE' });
  const rent = { reference: `${reference}-rent`, amount: '5000.00' };
  const debit = await oware.mandates.debit(reference, rent);
  expect(await oware.mandates.debit(reference, rent)).toMatchObject({
    gatewayReference: debit.gatewayReference,
  });
  await world.pass(2 * MINUTE, MINUTE);
  await mandates.debitBecomes(reference, rent.reference, 'PAID');
  await oware.mandates.cancel(reference);
  await world.pass(3 * MINUTE, MINUTE);
  expect(await ended).toMatchObject({ state: 'CANCELLED', debited: { count: 1, sum: '5000.00' } });
});

it('a paycode of the client is revealed to its beneficiary, and confirmed after they collected the cash', async () => {
  const paycodes = createPaycodes(world);
  const reference = newReference('paycode');
  const expiresAt = new Date(Date.now() + DAY).toISOString();
  const terms = { reference, amount: '2000.00', beneficiaryName: 'Ada Obi', expiresAt };
  expect(await oware.paycodes.create(terms)).toMatchObject({ state: 'PENDING' });
  await paycodes.issued(reference);
  expect(await oware.paycodes.reveal(reference)).toEqual({
    reference,
    code: expect.stringMatching(/^\d+$/) as string,
  });
  await paycodes.redeem(reference);
  expect(await oware.paycodes.confirm(reference)).toMatchObject({ state: 'SUCCESS' });
  expect(await lastOf(oware.paycodes.watch(reference))).toMatchObject({ state: 'SUCCESS' });
  expect(paycodes.causesOf(reference)).toEqual(['paycode-issued', 'paycode-redeemed']);
});

it('a bill of the client that the biller delivers later is watched until it does', async () => {
  const bills = createBills(world);
  const reference = newReference('bill');
  const request = bills.terms(reference, { customerId: CUSTOMERS.slow });
  expect(await oware.bills.create(request)).toMatchObject({ state: 'PENDING' });
  const ended = lastOf(oware.bills.watch(reference));
  await world.pass(3 * MINUTE);
  expect(await ended).toMatchObject({ state: 'SUCCESS', amount: '1000.00' });
  expect(bills.causesOf(reference)).toEqual(['bill']);
});
