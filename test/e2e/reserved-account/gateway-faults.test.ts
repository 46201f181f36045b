import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createReservedAccount } from '../../../src/gateway/endpoints/reserved-accounts.js';
import { signEvent } from '../../../src/gateway/signature.js';
import { request } from 'undici';
import { withAccounts, type WithAccounts } from '../../support/lifecycles/reserved-accounts.js';
import { WAYS_TO_GO_WRONG } from '../../support/gateway-faults.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let accounts: WithAccounts;
beforeAll(async () => {
  world = await createWorld({ settings: { recheckScheduleMs: [100, 200, 300] } });
  accounts = withAccounts(world);
});
afterAll(() => world.close());
afterEach(() => accounts.forgetFaults());

let count = 0;
const newReference = () => `account-faults-${process.pid}-${(count += 1)}`;

describe('an account whose first call to the gateway goes wrong', () => {
  it.each(WAYS_TO_GO_WRONG)('%s: the customer gets the numbers that were reserved, once', async (fault) => {
    const reference = newReference();
    const [when, kind] = fault.split('.');
    await accounts.plan({ on: 'call', endpoint: 'createReservedAccount', reference, when, fault: { kind } });
    const number = await accounts.numberOf(reference);
    const { transactionReference } = await accounts.send(number, '2500.00');
    await accounts.hears(reference, 1);
    expect(world.collected(transactionReference)).toHaveLength(1);
    expect(await accounts.get(reference)).not.toHaveProperty('body.reviewItems');
  });

  it('of the kind for invoices: the same', async () => {
    const reference = newReference();
    const fault = { kind: 'reset' };
    await accounts.plan({ on: 'call', endpoint: 'createInvoiceReservedAccount', reference, fault });
    expect(await accounts.reserve(reference, { kind: 'invoice' })).toMatchObject({
      body: { state: 'ACTIVE' },
    });
  });

  it('is not given the numbers of somebody else who took the reference meanwhile', async () => {
    const reference = newReference();
    await world.gateway.call(createReservedAccount, {
      accountReference: reference,
      accountName: 'Chidi Eze',
      currencyCode: 'NGN',
      customerEmail: 'chidi@example.com',
      bvn: '22222222222',
    });
    await accounts.plan({
      on: 'call',
      endpoint: 'createReservedAccount',
      reference,
      fault: { kind: 'reset' },
    });
    const refused = await accounts.reserve(reference);
    expect(refused.body).toMatchObject({ state: 'REFUSED', accounts: [] });
    expect(refused.body.reason).toMatch(/^reference-used-elsewhere: an account/);
  });
});

describe('orders whose answer is lost', () => {
  it.each(['reset', 'error', 'truncated', 'garbage'])('%s: a setting is simply made again', async (kind) => {
    const reference = newReference();
    await accounts.reserve(reference);
    await accounts.plan({ on: 'call', endpoint: 'updateKycInfo', reference, fault: { kind } });
    const changed = await world.call('PUT', accounts.path(reference, '/kyc'), { nin: '12345678901' });
    expect(changed).toMatchObject({ status: 200, body: { nin: '********901' } });
  });

  it.each(['after.reset', 'after.error', 'after.wrong-reference', 'before.reset', 'before.bad-gateway'])(
    '%s: an account is given back once',
    async (fault) => {
      const reference = newReference();
      await accounts.reserve(reference);
      const [when, kind] = fault.split('.');
      await accounts.plan({
        on: 'call',
        endpoint: 'deallocateReservedAccount',
        reference,
        when,
        fault: { kind },
      });
      const gone = await world.call('DELETE', accounts.path(reference));
      expect(gone).toMatchObject({ status: 200, body: { state: 'DEALLOCATED' } });
      await world.merchant.hears(reference, 'reserved-account.deallocated');
      expect(world.merchant.of(reference)).toHaveLength(1);
    },
  );
});

describe('events that go wrong', () => {
  it.each(['duplicate', 'forge', 'mutate-amount'])('%s: the credit is told once, as it is', async (kind) => {
    const reference = newReference();
    const number = await accounts.numberOf(reference);
    await accounts.plan({ on: 'event', reference, fault: { kind } });
    const { transactionReference } = await accounts.send(number, '2500.00');
    const [heard] = await accounts.hears(reference, 1);
    expect(heard!.data.credit).toMatchObject({ amount: '2500.00', transactionReference });
    await world.sandbox.deliveries.settled();
    expect(await accounts.credits(reference)).toMatchObject({ count: 1, sum: '2500.00' });
    expect(accounts.heard(reference)).toHaveLength(1);
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('reordered: both credits are told', async () => {
    const reference = newReference();
    const number = await accounts.numberOf(reference);
    await accounts.plan({ on: 'event', reference, fault: { kind: 'reorder' } });
    await accounts.send(number, '10.00');
    await accounts.send(number, '20.00');
    const heard = await accounts.hears(reference, 2);
    expect(heard.map(({ data }) => data.sequence)).toEqual([1, 2]);
    expect(await accounts.credits(reference)).toMatchObject({ count: 2, sum: '30.00' });
  });

  it('with another reference in it: nobody is credited, a person is told, and the sweep finds the money', async () => {
    const reference = newReference();
    const nobody = newReference();
    const number = await accounts.numberOf(reference);
    await accounts.plan({ on: 'event', reference, fault: { kind: 'mutate-reference', to: nobody } });
    await accounts.send(number, '2500.00');
    await accounts.needsPerson(nobody, 'neither we nor the gateway know');
    const item = await accounts.needsPerson(nobody, 'the gateway knows no such transaction');
    expect(item).toMatchObject({ kind: 'unproven-event', atRisk: '2500.00' });
    expect(accounts.heard(nobody)).toHaveLength(0);
    expect(await world.call('POST', accounts.path(reference, '/sweep'))).toMatchObject({
      body: { found: 1 },
    });
    await accounts.hears(reference, 1);
    expect(await world.call('POST', accounts.path(reference, '/sweep'))).toMatchObject({
      body: { found: 0 },
    });
  });

  it('signed, with the transaction of another account: it is the other account’s, and told there once', async () => {
    const [mine, other] = [newReference(), newReference()];
    await accounts.reserve(mine);
    const { transactionReference } = await accounts.send(await accounts.numberOf(other), '800.00');
    await accounts.hears(other, 1);
    const delivery = world.sandbox.deliveries.list().find(({ body }) => body.includes(transactionReference))!;
    await deliver(delivery.body.replaceAll(other, mine));
    // the forwarded news has come and gone when the next credit is told
    await accounts.send(await accounts.numberOf(other), '1.00');
    await accounts.hears(other, 2);
    expect(accounts.heard(other)).toHaveLength(2);
    expect(await accounts.credits(mine)).toMatchObject({ count: 0 });
    expect(world.merchant.of(mine)).toHaveLength(0);
  });
});

describe('a record that lags behind its event', () => {
  it('is asked for again until it shows the money', async () => {
    const reference = newReference();
    const number = await accounts.numberOf(reference);
    await accounts.plan({
      on: 'call',
      endpoint: 'getTransaction',
      times: 2,
      fault: { kind: 'wrong-reference' },
    });
    await accounts.send(number, '2500.00');
    await accounts.hears(reference, 1);
    expect(await accounts.get(reference)).not.toHaveProperty('body.reviewItems');
  });

  it('and never shows it needs a person, who is told how much is at risk; other credits go on', async () => {
    const reference = newReference();
    const number = await accounts.numberOf(reference);
    await accounts.plan({
      on: 'call',
      endpoint: 'getTransaction',
      times: 4,
      fault: { kind: 'wrong-reference' },
    });
    const { transactionReference } = await accounts.send(number, '2500.00');
    expect(await accounts.needsPerson(reference)).toMatchObject({
      kind: 'unproven-event',
      atRisk: '2500.00',
      reason: `an event told of ${transactionReference}: the answer was of another transaction`,
    });
    await accounts.send(number, '1.00');
    await accounts.hears(reference, 1);
    await world.call('POST', accounts.path(reference, '/sweep'));
    await accounts.hears(reference, 2);
    expect(await accounts.credits(reference)).toMatchObject({ count: 2, sum: '2501.00' });
    expect(await accounts.get(reference)).not.toHaveProperty('body.reviewItems');
  });

  it('is settled by a person where it stays unproven', async () => {
    const reference = newReference();
    await accounts.reserve(reference);
    await deliver(await madeUpEvent(reference));
    const { key } = await accounts.needsPerson(reference);
    const decided = await accounts.resolve(reference, key, {
      decision: 'dismiss',
      reason: 'the gateway’s support says that it never was',
    });
    expect(decided.body).not.toHaveProperty('reviewItems');
    await world.merchant.hears(reference, 'reserved-account.review-resolved');
    expect(accounts.heard(reference)).toHaveLength(0);
  });
});

/** Somebody who knows the secret. */
async function deliver(body: string): Promise<void> {
  const headers = { 'service-signature': signEvent(body, world.account.secretKey) };
  const reply = await request(`${world.apiUrl}/webhooks/gateway`, { method: 'POST', headers, body });
  await reply.body.dump();
  expect(reply.statusCode).toBe(200);
}

/** A true event whose transaction never was. */
async function madeUpEvent(reference: string): Promise<string> {
  const other = newReference();
  const { transactionReference } = await accounts.send(await accounts.numberOf(other), '5.00');
  const delivery = world.sandbox.deliveries.list().find(({ body }) => body.includes(transactionReference))!;
  return delivery.body
    .replaceAll(other, reference)
    .replaceAll(transactionReference, 'MNFY|00|00000000|000000');
}
