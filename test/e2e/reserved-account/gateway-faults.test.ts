import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReservedAccount } from '../../../src/gateway/endpoints/reserved-accounts.js';
import { createReservedAccounts, type ReservedAccounts } from '../../support/lifecycles/reserved-accounts.js';
import { CALL_FAULTS } from '../../support/gateway-faults.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let accounts: ReservedAccounts;
beforeAll(async () => {
  world = await createWorld({ settings: { recheckScheduleMs: [100, 200, 300] } });
  accounts = createReservedAccounts(world);
});
afterAll(() => world.close());

let count = 0;
const newReference = () => `account-faults-${process.pid}-${(count += 1)}`;

describe.concurrent('an account whose first call to the gateway fails', () => {
  it.each(CALL_FAULTS)('%s: is reserved once, and returns its numbers', async (fault) => {
    const reference = newReference();
    const [when, kind] = fault.split('.');
    await world.planFault({
      on: 'call',
      endpoint: 'createReservedAccount',
      reference,
      when,
      fault: { kind },
    });
    const number = await accounts.open(reference);
    const { transactionReference } = await accounts.pay(number, '2500.00');
    await accounts.receives(reference, 1);
    expect(world.collected(transactionReference)).toHaveLength(1);
    expect(await accounts.get(reference)).not.toHaveProperty('body.reviewItems');
  });

  it('is reserved once, also of kind invoice', async () => {
    const reference = newReference();
    const fault = { kind: 'reset' };
    await world.planFault({ on: 'call', endpoint: 'createInvoiceReservedAccount', reference, fault });
    expect(await accounts.create(reference, { kind: 'invoice' })).toMatchObject({
      body: { state: 'ACTIVE' },
    });
  });

  it('does not adopt the account of another system with the same reference', async () => {
    const reference = newReference();
    await world.gateway.call(createReservedAccount, {
      accountReference: reference,
      accountName: 'Chidi Eze',
      currencyCode: 'NGN',
      customerEmail: 'chidi@example.com',
      bvn: '22222222222',
    });
    await world.planFault({
      on: 'call',
      endpoint: 'createReservedAccount',
      reference,
      fault: { kind: 'reset' },
    });
    const refused = await accounts.create(reference);
    expect(refused.body).toMatchObject({ state: 'REFUSED', accounts: [] });
    expect(refused.body.reason).toMatch(/^reference-used-elsewhere: an account/);
  });
});

it.concurrent(
  'an account of another system is not taken for closed while the gateway is silent',
  async () => {
    const reference = newReference();
    const answer = await world.gateway.call(createReservedAccount, {
      accountReference: reference,
      accountName: 'Chidi Eze',
      currencyCode: 'NGN',
      customerEmail: 'chidi@example.com',
      bvn: '22222222222',
    });
    if (answer.kind !== 'ok') throw new Error(answer.message);
    const { bankCode, accountNumber } = answer.body.accounts![0]!;
    await world.planFault({
      on: 'call',
      endpoint: 'getReservedAccount',
      reference,
      // each of six reads is tried three times
      times: 18,
      fault: { kind: 'bad-gateway' },
    });
    await accounts.pay({ bankCode: bankCode!, accountNumber }, '700.00');
    await accounts.receives(reference, 1);
    expect(await accounts.get(reference)).toMatchObject({ body: { state: 'ACTIVE' } });
    expect(accounts.webhooks(reference, 'reserved-account.credited-after-end')).toEqual([]);
  },
);

describe.concurrent('commands whose answer is lost', () => {
  it.each(['reset', 'error', 'truncated', 'garbage'])('%s: a setting is sent again', async (kind) => {
    const reference = newReference();
    await accounts.create(reference);
    await world.planFault({ on: 'call', endpoint: 'updateKycInfo', reference, fault: { kind } });
    const changed = await world.call('PUT', accounts.path(reference, '/kyc'), { nin: '12345678901' });
    expect(changed).toMatchObject({ status: 200, body: { nin: '********901' } });
  });

  it.each(['after.reset', 'after.error', 'after.wrong-reference', 'before.reset', 'before.bad-gateway'])(
    '%s: an account is deallocated once',
    async (fault) => {
      const reference = newReference();
      await accounts.create(reference);
      const [when, kind] = fault.split('.');
      await world.planFault({
        on: 'call',
        endpoint: 'deallocateReservedAccount',
        reference,
        when,
        fault: { kind },
      });
      const gone = await accounts.deallocate(reference);
      expect(gone).toMatchObject({ status: 200, body: { state: 'DEALLOCATED' } });
      await world.merchant.receives(reference, 'reserved-account.deallocated');
      expect(world.merchant.of(reference)).toHaveLength(1);
    },
  );
});

describe.concurrent('faulty gateway events', () => {
  it.each(['duplicate', 'forge', 'mutate-amount'])(
    '%s: the credit is reported once, with the recorded amount',
    async (kind) => {
      const reference = newReference();
      const number = await accounts.open(reference);
      await world.planFault({ on: 'event', reference, fault: { kind } });
      const { transactionReference } = await accounts.pay(number, '2500.00');
      const [received] = await accounts.receives(reference, 1);
      expect(received!.data.credit).toMatchObject({ amount: '2500.00', transactionReference });
      await world.sandbox.deliveries.settled();
      expect(await accounts.credits(reference)).toMatchObject({ count: 1, sum: '2500.00' });
      expect(accounts.webhooks(reference)).toHaveLength(1);
      expect(world.collected(transactionReference)).toHaveLength(1);
    },
  );

  it('reordered: both credits are reported', async () => {
    const reference = newReference();
    const number = await accounts.open(reference);
    await world.planFault({ on: 'event', reference, fault: { kind: 'reorder' } });
    await accounts.pay(number, '10.00');
    await accounts.pay(number, '20.00');
    const received = await accounts.receives(reference, 2);
    expect(received.map(({ data }) => data.sequence)).toEqual([1, 2]);
    expect(await accounts.credits(reference)).toMatchObject({ count: 2, sum: '30.00' });
  });

  it('with another reference: no account is credited, the event needs review, and the sweep finds the money', async () => {
    const reference = newReference();
    const unknown = newReference();
    const number = await accounts.open(reference);
    await world.planFault({ on: 'event', reference, fault: { kind: 'mutate-reference', to: unknown } });
    await accounts.pay(number, '2500.00');
    await accounts.reviewItem(unknown, 'neither Oware nor the gateway has');
    const item = await accounts.reviewItem(unknown, 'the gateway has no such transaction');
    expect(item).toMatchObject({ kind: 'unproven-event', atRisk: '2500.00' });
    expect(accounts.webhooks(unknown)).toHaveLength(0);
    expect(await accounts.sweep(reference)).toMatchObject({
      body: { found: 1 },
    });
    await accounts.receives(reference, 1);
    expect(await accounts.sweep(reference)).toMatchObject({
      body: { found: 0 },
    });
  });

  it('signed, with the transaction of another account: the other account reports it once', async () => {
    const [mine, other] = [newReference(), newReference()];
    await accounts.create(mine);
    const { transactionReference } = await accounts.pay(await accounts.open(other), '800.00');
    await accounts.receives(other, 1);
    const { body } = world.deliveryOf(transactionReference)!;
    await world.postEvent(body.replaceAll(other, mine));
    // the forwarded event has been handled before the next credit is reported
    await accounts.pay(await accounts.open(other), '1.00');
    await accounts.receives(other, 2);
    expect(accounts.webhooks(other)).toHaveLength(2);
    expect(await accounts.credits(mine)).toMatchObject({ count: 0 });
    expect(world.merchant.of(mine)).toHaveLength(0);
  });

  it('about a transaction that does not exist: an operator resolves it', async () => {
    const reference = newReference();
    await accounts.create(reference);
    expect(await world.postEvent(await madeUpEvent(reference))).toBe(200);
    const { key } = await accounts.reviewItem(reference);
    const resolved = await accounts.resolve(reference, key, {
      decision: 'dismiss',
      reason: 'the gateway’s support says that it never was',
    });
    expect(resolved.body).not.toHaveProperty('reviewItems');
    await world.merchant.receives(reference, 'reserved-account.review-resolved');
    expect(accounts.webhooks(reference)).toHaveLength(0);
  });
});

// one after the other: the gateway gives the transaction its reference only when the money arrives
describe('a record that lags behind its event', () => {
  it('is rechecked until it shows the money', async () => {
    const reference = newReference();
    const number = await accounts.open(reference);
    await world.planFault({
      on: 'call',
      endpoint: 'getTransaction',
      times: 2,
      fault: { kind: 'wrong-reference' },
    });
    await accounts.pay(number, '2500.00');
    await accounts.receives(reference, 1);
    expect(await accounts.get(reference)).not.toHaveProperty('body.reviewItems');
  });

  it('and never shows it needs review with the amount at risk, while other credits are reported', async () => {
    const reference = newReference();
    const number = await accounts.open(reference);
    await world.planFault({
      on: 'call',
      endpoint: 'getTransaction',
      times: 4,
      fault: { kind: 'wrong-reference' },
    });
    const { transactionReference } = await accounts.pay(number, '2500.00');
    expect(await accounts.reviewItem(reference)).toMatchObject({
      kind: 'unproven-event',
      atRisk: '2500.00',
      reason: `an event reported ${transactionReference}: the reply was about another transaction`,
    });
    await accounts.pay(number, '1.00');
    await accounts.receives(reference, 1);
    await accounts.sweep(reference);
    await accounts.receives(reference, 2);
    expect(await accounts.credits(reference)).toMatchObject({ count: 2, sum: '2501.00' });
    expect(await accounts.get(reference)).not.toHaveProperty('body.reviewItems');
  });
});

/** A correctly signed event about a transaction that does not exist. */
async function madeUpEvent(reference: string): Promise<string> {
  const other = newReference();
  const { transactionReference } = await accounts.pay(await accounts.open(other), '5.00');
  return world
    .deliveryOf(transactionReference)!
    .body.replaceAll(other, reference)
    .replaceAll(transactionReference, 'MNFY|00|00000000|000000');
}
