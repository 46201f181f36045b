import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwareClient } from '../../../src/client/client.js';
import { createReservedAccount } from '../../../src/gateway/endpoints/reserved-accounts.js';
import {
  BVN,
  createReservedAccounts,
  type ReservedAccounts,
} from '../../support/lifecycles/reserved-accounts.js';
import { waitUntil } from '../../support/wait-until.js';
import { detailsOf } from '../../support/temporal/details.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let accounts: ReservedAccounts;
beforeAll(async () => {
  world = await createWorld({ settings: { recheckScheduleMs: [100, 200, 500] } });
  accounts = createReservedAccounts(world);
});
afterAll(() => world.close());

let count = 0;
const newReference = () => `account-${process.pid}-${(count += 1)}`;

describe.concurrent('a reserved account', () => {
  it('returns its numbers at once, and reports each credit', async () => {
    const reference = newReference();
    const created = await accounts.create(reference);
    expect(created).toMatchObject({
      status: 201,
      body: { reference, state: 'ACTIVE', reason: 'the gateway reserved it', bvn: '********678' },
    });
    const number = await accounts.open(reference);
    const first = await accounts.pay(number, '2500.00');
    await accounts.receives(reference, 1);
    const second = await accounts.pay(number, '99.50');
    const received = await accounts.receives(reference, 2);
    expect(received.map(({ data }) => [data.sequence, data.credit])).toEqual([
      [1, expect.objectContaining({ amount: '2500.00', transactionReference: first.transactionReference })],
      [2, expect.objectContaining({ amount: '99.50', transactionReference: second.transactionReference })],
    ]);
    expect(await accounts.credits(reference)).toMatchObject({ count: 2, sum: '2599.50' });
    expect(world.collected(first.transactionReference)).toHaveLength(1);
    expect(world.sandbox.ledger.audit()).toMatchObject({ balanced: true });
  });

  it('of kind invoice has one number, and rejects money without an open invoice', async () => {
    const reference = newReference();
    const number = await accounts.open(reference, { kind: 'invoice' });
    expect(await accounts.pay(number, '100.00')).toMatchObject({ accepted: false });
    expect(await accounts.get(reference)).toMatchObject({ body: { kind: 'invoice', state: 'ACTIVE' } });
  });

  it('is returned to the same request, and a different request is refused with the difference', async () => {
    const reference = newReference();
    const [one, two] = await Promise.all([accounts.create(reference), accounts.create(reference)]);
    expect(two.body).toEqual(one.body);
    const other = await accounts.create(reference, { bvn: '11122233344' });
    expect(other).toMatchObject({ status: 409, body: { differences: ['bvn'] } });
    expect(JSON.stringify(other.body)).not.toContain('11122233344');
  });

  it('is REFUSED when another system has used the reference, and the merchant receives a webhook', async () => {
    const reference = newReference();
    await accounts.create(reference);
    await accounts.deallocate(reference);
    await accounts.closed(reference);
    const elsewhere = newReference();
    await reserveElsewhere(elsewhere);
    const refused = await accounts.create(elsewhere);
    expect(refused.body).toMatchObject({ state: 'REFUSED' });
    expect(refused.body.reason).toContain('reference-used-elsewhere');
    await world.merchant.receives(elsewhere, 'reserved-account.refused');
  });

  it('never shows BVN and NIN in full', async () => {
    const reference = newReference();
    const number = await accounts.open(reference, {
      allowedSources: { bvns: ['99988877766'], accountNames: ['ADA OBI'] },
    });
    await world.call('PUT', accounts.path(reference, '/kyc'), { nin: '12345678901' });
    await world.call('PUT', accounts.path(reference, '/payment-sources'), { restricted: false });
    await accounts.pay(number, '50.00');
    const received = await accounts.receives(reference, 1);
    const fresh = await accounts.get(reference, '?fresh=true');
    expect(fresh.body).toMatchObject({
      bvn: '********678',
      nin: '********901',
      gateway: { bvn: '********678' },
    });
    const handle = world.handle(accounts.id(reference));
    const seen = JSON.stringify([
      received,
      fresh,
      (await handle.describe()).typedSearchAttributes,
      await detailsOf(handle),
    ]);
    for (const secret of [BVN, '12345678901', '99988877766']) expect(seen).not.toContain(secret);
  });
});

describe.concurrent('ten credits at once', () => {
  it('are reported once each, in order', async () => {
    const reference = newReference();
    const number = await accounts.open(reference);
    const sent = await Promise.all(
      Array.from({ length: 10 }, (_, index) => accounts.pay(number, `${100 + index}.00`)),
    );
    const received = await accounts.receives(reference, 10);
    await world.sandbox.deliveries.settled();
    expect(received.map(({ data }) => data.sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const reported = received.map(
      ({ data }) => (data.credit as { transactionReference: string }).transactionReference,
    );
    expect(new Set(reported)).toEqual(new Set(sent.map(({ transactionReference }) => transactionReference)));
    expect(accounts.webhooks(reference)).toHaveLength(10);
    expect(await accounts.credits(reference)).toMatchObject({ count: 10, sum: '1045.00' });
  });
});

describe.concurrent('commands', () => {
  it('change the account at the gateway, and the reply shows it', async () => {
    const reference = newReference();
    await accounts.create(reference);
    const put = (more: string, body: object) => world.call('PUT', accounts.path(reference, more), body);
    expect(await put('/bvn', { bvn: '10000000999' })).toMatchObject({
      status: 200,
      body: { bvn: '********999' },
    });
    expect(
      await put('/payment-sources', { restricted: true, allowed: { accountNames: ['ADA OBI'] } }),
    ).toMatchObject({
      body: { paymentSources: { restricted: true, allowed: { accountNames: ['ADA OBI'] } } },
    });
    expect(await put('/income-split', { items: [] })).toMatchObject({
      status: 200,
      body: { incomeSplit: [] },
    });
    const fresh = await accounts.get(reference, '?fresh=true');
    expect(fresh.body).toMatchObject({ gateway: { bvn: '********999', restricted: true, status: 'ACTIVE' } });
  });

  it('link an account at another bank', async () => {
    const reference = newReference();
    await accounts.open(reference, { kind: 'invoice' });
    const linked = await world.call('POST', accounts.path(reference, '/linked-accounts'), { banks: ['232'] });
    expect(linked.body.accounts).toMatchObject([{ bankCode: '035' }, { bankCode: '232' }]);
    const all = await world.call('POST', accounts.path(reference, '/linked-accounts'), { all: true });
    expect(all.body.accounts).toHaveLength(3);
  });

  it('that the gateway refuses return its reason, and change nothing', async () => {
    const reference = newReference();
    await accounts.create(reference);
    const split = await world.call('PUT', accounts.path(reference, '/income-split'), {
      items: [{ subAccountCode: 'MFY_SUB_000', splitPercentage: '20' }],
    });
    expect(split).toMatchObject({
      status: 422,
      body: { type: '/problems/unknown-sub-account', moneyMoved: 'no' },
    });
    expect(await accounts.get(reference)).toMatchObject({ body: { incomeSplit: [] } });
  });

  it('that arrive together leave Oware and the gateway with the same value', async () => {
    const reference = newReference();
    await accounts.create(reference);
    const bvns = ['10000000001', '10000000002', '10000000003'];
    const changed = await Promise.all(
      bvns.map((bvn) => world.call('PUT', accounts.path(reference, '/bvn'), { bvn })),
    );
    expect(changed.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { body } = await accounts.get(reference, '?fresh=true');
    expect((body.gateway as { bvn: string }).bvn).toBe(body.bvn);
  });
});

describe.concurrent('a deallocated account', () => {
  it('is DEALLOCATED, refuses commands, and returns the same to a repeated request', async () => {
    const reference = newReference();
    const number = await accounts.open(reference);
    const waiting = accounts.get(reference, '?wait=30s');
    const gone = await accounts.deallocate(reference);
    expect(gone).toMatchObject({
      status: 200,
      body: { state: 'DEALLOCATED', reason: 'the gateway deallocated it' },
    });
    expect((await waiting).body.state).toMatch(/DEALLOCAT/);
    await world.merchant.receives(reference, 'reserved-account.deallocated');
    expect(await world.handle(accounts.id(reference)).result()).toMatchObject({ state: 'DEALLOCATED' });
    expect(await accounts.deallocate(reference)).toEqual(gone);
    expect(await world.call('PUT', accounts.path(reference, '/bvn'), { bvn: BVN })).toMatchObject({
      status: 409,
      body: { detail: 'the reserved account is DEALLOCATED' },
    });
    expect(await accounts.pay(number, '10.00')).toMatchObject({ accepted: false });
  });
});

describe.concurrent('a read of a reserved account', () => {
  it('returns the gateway’s list, page by page', async () => {
    const reference = newReference();
    const number = await accounts.open(reference);
    for (const amount of ['10.00', '20.00', '30.00']) await accounts.pay(number, amount);
    const page = await world.call('GET', accounts.path(reference, '/transactions?page=1&size=2'));
    expect(page).toMatchObject({
      status: 200,
      body: { total: 3, transactions: [{ amount: '10.00', state: 'PAID' }] },
    });
  });

  it('returns "not found" for an unknown reference', async () => {
    for (const more of ['', '/credits', '/transactions']) {
      expect(await accounts.get('never-used', more)).toMatchObject({
        status: 404,
        body: { type: '/problems/not-found' },
      });
    }
    expect(await accounts.sweep('never-used')).toMatchObject({ status: 404 });
  });

  it('cannot run a gateway write', async () => {
    const reference = newReference();
    await accounts.create(reference);
    const read = { name: 'deallocateReservedAccount', request: { accountReference: reference } };
    const answer: unknown = await world.client.workflow.execute('readGateway', {
      workflowId: `gateway-read:${reference}`,
      taskQueue: world.taskQueue,
      args: [read],
    });
    expect(answer).toEqual({ kind: 'refused', message: 'name: expected a supported gateway read' });
    expect(await accounts.get(reference, '?fresh=true')).toMatchObject({
      body: { gateway: { status: 'ACTIVE' } },
    });
  });

  it('says "in progress" while the gateway is unavailable', async () => {
    const reference = newReference();
    await accounts.create(reference);
    const { client, taskQueue } = world;
    const impatient = createOwareClient({ client, taskQueue, timeoutMs: 1_500 });
    await world.planFault({
      on: 'call',
      endpoint: 'listReservedAccountTransactions',
      reference,
      when: 'before',
      times: null,
      fault: { kind: 'bad-gateway' },
    });
    await expect(
      impatient.readFromGateway('listReservedAccountTransactions', { accountReference: reference }),
    ).rejects.toMatchObject({ name: 'InProgressError' });
  });
});

describe.concurrent('an account of another system', () => {
  it('is adopted with its first credit', async () => {
    const reference = newReference();
    const number = await reserveElsewhere(reference);
    await accounts.pay(number, '700.00');
    const [first] = await accounts.receives(reference, 1);
    expect(first!.data).toMatchObject({
      unexpected: true,
      credit: { amount: '700.00' },
      reservedAccount: { state: 'ACTIVE' },
    });
    await accounts.pay(number, '300.00');
    const [, second] = await accounts.receives(reference, 2);
    expect(second!.data).not.toHaveProperty('unexpected');
    expect(await accounts.credits(reference)).toMatchObject({ count: 2, sum: '1000.00' });
    const query = `OwareLifecycle = 'reserved-account' AND OwareState = 'ACTIVE' AND WorkflowId = 'reserved-account:${reference}'`;
    await waitUntil('it in the list', async () => (await world.client.workflow.count(query)).count === 1);
  });
});

/** Another system of the merchant reserves the account, without Oware. */
async function reserveElsewhere(accountReference: string) {
  const answer = await world.gateway.call(createReservedAccount, {
    accountReference,
    accountName: 'Chidi Eze',
    currencyCode: 'NGN',
    customerEmail: 'chidi@example.com',
    bvn: BVN,
  });
  if (answer.kind !== 'ok') throw new Error(answer.message);
  const [number] = answer.body.accounts ?? [];
  return { bankCode: number!.bankCode!, accountNumber: number!.accountNumber };
}
