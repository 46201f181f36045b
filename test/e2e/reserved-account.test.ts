import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwareClient } from '../../src/client/client.js';
import { createReservedAccount } from '../../src/gateway/endpoints/reserved-accounts.js';
import { BVN, withAccounts, type WithAccounts } from '../support/reserved-accounts.js';
import { waitUntil } from '../support/wait-until.js';
import { createWorld, type World } from '../support/world.js';

let world: World;
let accounts: WithAccounts;
beforeAll(async () => {
  world = await createWorld({ settings: { recheckScheduleMs: [100, 200, 500] } });
  accounts = withAccounts(world);
});
afterAll(() => world.close());

let count = 0;
const newReference = () => `account-${process.pid}-${(count += 1)}`;
const finished = (reference: string) =>
  world.client.workflow.getHandle(`reserved-account:${reference}`).result();

describe('a reserved account', () => {
  it('has its numbers at once, and each credit is told by itself', async () => {
    const reference = newReference();
    const created = await accounts.reserve(reference);
    expect(created).toMatchObject({
      status: 201,
      body: { reference, state: 'ACTIVE', reason: 'the gateway has reserved it', bvn: '********678' },
    });
    const number = await accounts.numberOf(reference);
    const first = await accounts.send(number, '2500.00');
    await accounts.hears(reference, 1);
    const second = await accounts.send(number, '99.50');
    const heard = await accounts.hears(reference, 2);
    expect(heard.map(({ data }) => [data.sequence, data.credit])).toEqual([
      [1, expect.objectContaining({ amount: '2500.00', transactionReference: first.transactionReference })],
      [2, expect.objectContaining({ amount: '99.50', transactionReference: second.transactionReference })],
    ]);
    expect(await accounts.credits(reference)).toMatchObject({ count: 2, sum: '2599.50' });
    expect(world.collected(first.transactionReference)).toHaveLength(1);
    expect(world.sandbox.ledger.audit()).toMatchObject({ balanced: true });
  });

  it('of the kind for invoices has one number, and refuses money that no invoice waits for', async () => {
    const reference = newReference();
    const number = await accounts.numberOf(reference, { kind: 'invoice' });
    expect(await accounts.send(number, '100.00')).toMatchObject({ accepted: false });
    expect(await accounts.get(reference)).toMatchObject({ body: { kind: 'invoice', state: 'ACTIVE' } });
  });

  it('is the same account for the same request, and another request is refused by name', async () => {
    const reference = newReference();
    const [one, two] = await Promise.all([accounts.reserve(reference), accounts.reserve(reference)]);
    expect(two.body).toEqual(one.body);
    const other = await accounts.reserve(reference, { bvn: '11122233344' });
    expect(other).toMatchObject({ status: 409, body: { differences: ['bvn'] } });
    expect(JSON.stringify(other.body)).not.toContain('11122233344');
  });

  it('is REFUSED when the gateway knows the reference from somebody else, and the merchant is told', async () => {
    const reference = newReference();
    await accounts.reserve(reference);
    await world.call('DELETE', accounts.path(reference));
    await finished(reference);
    const elsewhere = newReference();
    await reserveElsewhere(elsewhere);
    const refused = await accounts.reserve(elsewhere);
    expect(refused.body).toMatchObject({ state: 'REFUSED' });
    expect(refused.body.reason).toContain('reference-used-elsewhere');
    await world.merchant.hears(elsewhere, 'reserved-account.refused');
  });

  it('shows BVN and NIN to nobody in full', async () => {
    const reference = newReference();
    const number = await accounts.numberOf(reference, {
      allowedSources: { bvns: ['99988877766'], accountNames: ['ADA OBI'] },
    });
    await world.call('PUT', accounts.path(reference, '/kyc'), { nin: '12345678901' });
    await world.call('PUT', accounts.path(reference, '/payment-sources'), { restricted: false });
    await accounts.send(number, '50.00');
    const heard = await accounts.hears(reference, 1);
    const fresh = await accounts.get(reference, '?fresh=true');
    expect(fresh.body).toMatchObject({
      bvn: '********678',
      nin: '********901',
      gateway: { bvn: '********678' },
    });
    const handle = world.client.workflow.getHandle(`reserved-account:${reference}`);
    const seen = JSON.stringify([
      heard,
      fresh,
      (await handle.describe()).typedSearchAttributes,
      await detailsOf(reference),
    ]);
    for (const secret of [BVN, '12345678901', '99988877766']) expect(seen).not.toContain(secret);
  });
});

describe('ten credits at once', () => {
  it('are ten credits, each told once and in order', async () => {
    const reference = newReference();
    const number = await accounts.numberOf(reference);
    const sent = await Promise.all(
      Array.from({ length: 10 }, (_, index) => accounts.send(number, `${100 + index}.00`)),
    );
    const heard = await accounts.hears(reference, 10);
    await world.sandbox.deliveries.settled();
    expect(heard.map(({ data }) => data.sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const told = heard.map(
      ({ data }) => (data.credit as { transactionReference: string }).transactionReference,
    );
    expect(new Set(told)).toEqual(new Set(sent.map(({ transactionReference }) => transactionReference)));
    expect(accounts.heard(reference)).toHaveLength(10);
    expect(await accounts.credits(reference)).toMatchObject({ count: 10, sum: '1045.00' });
  });
});

describe('orders', () => {
  it('change the account at the gateway, and the answer shows it', async () => {
    const reference = newReference();
    await accounts.reserve(reference);
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

  it('link an account at one more bank', async () => {
    const reference = newReference();
    await accounts.numberOf(reference, { kind: 'invoice' });
    const linked = await world.call('POST', accounts.path(reference, '/linked-accounts'), { banks: ['232'] });
    expect(linked.body.accounts).toMatchObject([{ bankCode: '035' }, { bankCode: '232' }]);
    const all = await world.call('POST', accounts.path(reference, '/linked-accounts'), { all: true });
    expect(all.body.accounts).toHaveLength(3);
  });

  it('that the gateway refuses are refused with its reason, and change nothing', async () => {
    const reference = newReference();
    await accounts.reserve(reference);
    const split = await world.call('PUT', accounts.path(reference, '/income-split'), {
      items: [{ subAccountCode: 'MFY_SUB_000', splitPercentage: '20' }],
    });
    expect(split).toMatchObject({ status: 422, body: { type: 'urn:oware:problem:refused', moved: 'no' } });
    expect(await accounts.get(reference)).toMatchObject({ body: { incomeSplit: [] } });
  });

  it('stand as the last one said, however many come at once', async () => {
    const reference = newReference();
    await accounts.reserve(reference);
    const bvns = ['10000000001', '10000000002', '10000000003'];
    const changed = await Promise.all(
      bvns.map((bvn) => world.call('PUT', accounts.path(reference, '/bvn'), { bvn })),
    );
    expect(changed.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { body } = await accounts.get(reference, '?fresh=true');
    expect((body.gateway as { bvn: string }).bvn).toBe(body.bvn);
  });
});

describe('an account that is given back', () => {
  it('is DEALLOCATED, takes no more orders, and says the same when it is given back again', async () => {
    const reference = newReference();
    const number = await accounts.numberOf(reference);
    const waiting = accounts.get(reference, '?wait=30s');
    const gone = await world.call('DELETE', accounts.path(reference));
    expect(gone).toMatchObject({
      status: 200,
      body: { state: 'DEALLOCATED', reason: 'the gateway has taken it back' },
    });
    expect((await waiting).body.state).toMatch(/DEALLOCAT/);
    await world.merchant.hears(reference, 'reserved-account.deallocated');
    expect(await finished(reference)).toMatchObject({ state: 'DEALLOCATED' });
    expect(await world.call('DELETE', accounts.path(reference))).toEqual(gone);
    expect(await world.call('PUT', accounts.path(reference, '/bvn'), { bvn: BVN })).toMatchObject({
      status: 409,
      body: { detail: 'the reserved account is DEALLOCATED' },
    });
    expect(await accounts.send(number, '10.00')).toMatchObject({ accepted: false });
  });
});

describe('whoever reads', () => {
  it('gets the listing of the gateway itself, page by page', async () => {
    const reference = newReference();
    const number = await accounts.numberOf(reference);
    for (const amount of ['10.00', '20.00', '30.00']) await accounts.send(number, amount);
    const page = await world.call('GET', accounts.path(reference, '/transactions?page=1&size=2'));
    expect(page).toMatchObject({
      status: 200,
      body: { total: 3, transactions: [{ amount: '10.00', state: 'PAID' }] },
    });
  });

  it('is told when nobody knows the account', async () => {
    for (const more of ['', '/credits', '/transactions']) {
      expect(await accounts.get('nobody-knows', more)).toMatchObject({
        status: 404,
        body: { type: 'urn:oware:problem:not-found' },
      });
    }
    expect(await world.call('POST', accounts.path('nobody-knows', '/sweep'))).toMatchObject({ status: 404 });
  });

  it('cannot have anything done in the guise of a question', async () => {
    const reference = newReference();
    await accounts.reserve(reference);
    const read = { name: 'deallocateReservedAccount', request: { accountReference: reference } };
    const answer: unknown = await world.client.workflow.execute('readGateway', {
      workflowId: `gateway-read:${reference}`,
      taskQueue: world.taskQueue,
      args: [read],
    });
    expect(answer).toEqual({ kind: 'refused', message: 'this may not be asked' });
    expect(await accounts.get(reference, '?fresh=true')).toMatchObject({
      body: { gateway: { status: 'ACTIVE' } },
    });
  });

  it('is told to ask again while the gateway is away', async () => {
    const reference = newReference();
    await accounts.reserve(reference);
    const { client, taskQueue } = world;
    const impatient = createOwareClient({ client, taskQueue, timeoutMs: 1_500 });
    await accounts.plan({
      on: 'call',
      endpoint: 'listReservedAccountTransactions',
      when: 'before',
      times: null,
      fault: { kind: 'bad-gateway' },
    });
    await expect(
      impatient.readFromGateway('listReservedAccountTransactions', { accountReference: reference }),
    ).rejects.toMatchObject({ name: 'InProgressError' });
    await accounts.forgetFaults();
  });
});

describe('an account that was made elsewhere', () => {
  it('is taken in with its first credit, and stays', async () => {
    const reference = newReference();
    const number = await reserveElsewhere(reference);
    await accounts.send(number, '700.00');
    const [first] = await accounts.hears(reference, 1);
    expect(first!.data).toMatchObject({
      unexpected: true,
      credit: { amount: '700.00' },
      reservedAccount: { state: 'ACTIVE' },
    });
    await accounts.send(number, '300.00');
    const [, second] = await accounts.hears(reference, 2);
    expect(second!.data).not.toHaveProperty('unexpected');
    expect(await accounts.credits(reference)).toMatchObject({ count: 2, sum: '1000.00' });
    const query = `OwareLifecycle = 'reserved-account' AND OwareState = 'ACTIVE' AND WorkflowId = 'reserved-account:${reference}'`;
    await waitUntil('it in the list', async () => (await world.client.workflow.count(query)).count === 1);
  });
});

/** The merchant's old system, which knows the gateway and not us. */
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

async function detailsOf(reference: string): Promise<string> {
  const handle = world.client.workflow.getHandle(`reserved-account:${reference}`);
  return JSON.stringify(await handle.query('__temporal_workflow_metadata'));
}
