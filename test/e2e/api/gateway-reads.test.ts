import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { percent } from '../../../src/domain/money.js';
import { createSubAccounts } from '../../../src/gateway/endpoints/sub-accounts.js';
import { createWallet } from '../../../src/gateway/endpoints/wallets.js';
import { createInvoices } from '../../support/lifecycles/invoices.js';
import { createTransfers } from '../../support/lifecycles/transfers.js';
import { storedOf } from '../../support/temporal/stored.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  await world.terminateAll();
  await world.close();
});

const fails = (endpoint: string, times = 1) =>
  world.planFault({ on: 'call', endpoint, times, fault: { kind: 'error' } });

describe('lists of the gateway', () => {
  it('show banks, and are kept: the second read does not reach the gateway', async () => {
    const first = await world.call('GET', '/v1/banks');
    expect(first.body.banks).toContainEqual(expect.objectContaining({ code: '058' }));
    await fails('listBanks', 9);
    expect(await world.call('GET', '/v1/banks')).toEqual(first);
    await world.clearFaults();
  });

  it('show billers and their products, with prices in naira', async () => {
    const { body } = await world.call('GET', '/v1/billers?category=ELECTRICITY');
    expect(body.content).toMatchObject([{ code: 'BIL-BENUE' }]);
    const products = await world.call('GET', '/v1/billers/BIL-SAVANNA/products');
    expect(products.body.content).toContainEqual(
      expect.objectContaining({ code: 'PRD-DATA-1GB', price: '500.00', priceKobo: 500_00 }),
    );
    expect((await world.call('GET', '/v1/biller-categories')).body.content).toHaveLength(4);
    expect(await world.call('GET', '/v1/billers?page=x')).toMatchObject({ status: 400 });
  });

  it('are not kept when the gateway did not answer', async () => {
    await fails('listUssdBanks', 3);
    expect((await world.call('GET', '/v1/banks/ussd')).status).toBe(503);
    await world.clearFaults();
    expect(await world.call('GET', '/v1/banks/ussd')).toMatchObject({ status: 200 });
  });
});

describe("the gateway's own records", () => {
  it('list invoices and transfers with amounts in naira, and say when a batch has no summary', async () => {
    const transfers = createTransfers(world);
    await world.setSwitches({ otpOn: false });
    const reference = `listed-${process.pid}`;
    await transfers.payAtGateway(reference, 1_250);
    const { body } = await world.call('GET', '/v1/gateway/transfers');
    expect(body.content).toMatchObject([{ reference, amount: '1250.00', amountKobo: 1_250_00 }]);
    await createInvoices(world).open(reference);
    const invoices = await world.call('GET', '/v1/gateway/invoices');
    expect(invoices.body.content).toMatchObject([{ invoiceReference: reference, amount: '15000.00' }]);
    const none = await world.call('GET', '/v1/gateway/batches/no-such--p1/summary');
    expect(none.status).toBe(404);
  });
});

describe("a customer's wallet", () => {
  it('is shown without the identity of the customer, which Temporal does not get either', async () => {
    const walletReference = `canary-${process.pid}`;
    await world.gateway.call(createWallet, {
      walletReference,
      walletName: 'Savings',
      customerName: 'Ada Obi',
      customerEmail: 'ada@example.com',
      bvnDetails: { bvn: '22200066123', bvnDateOfBirth: '1990-01-31' },
    });
    const { status, body } = await world.call('GET', `/v1/wallets/${walletReference}`);
    expect({ status, body }).toMatchObject({ status: 200, body: { walletName: 'Savings' } });
    const stored = await waitUntil('the read among the runs', async () => {
      const all = await storedOf(world);
      return all.includes(walletReference) ? all : undefined;
    });
    for (const text of [stored, JSON.stringify(body)]) expect(text).not.toContain('22200066123');
  });
});

describe('a name enquiry', () => {
  it('shows the name at the bank, is kept, and says when the bank does not know the account', async () => {
    const account = { bankCode: '058', accountNumber: '0100090002' };
    const first = await world.call('POST', '/v1/name-enquiries', account);
    expect(first).toMatchObject({ status: 200, body: { accountName: expect.any(String) as string } });
    await fails('enquireName', 9);
    expect(await world.call('POST', '/v1/name-enquiries', account)).toEqual(first);
    await world.clearFaults();
    const unknown = { ...account, accountNumber: '9999999999' };
    expect(await world.call('POST', '/v1/name-enquiries', unknown)).toMatchObject({ status: 404 });
  });
});

describe('a verification, which the gateway bills', () => {
  const person = { bvn: '22222222222', name: 'Ada Obi', dateOfBirth: '1990-01-31', phone: '08030001234' };

  it('is one attempt: a failed one is not repeated', async () => {
    await fails('matchBvnDetails');
    expect((await world.call('POST', '/v1/verifications/bvn', person)).status).toBe(503);
    const { status, body } = await world.call('POST', '/v1/verifications/bvn', person);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { name: { matchStatus: expect.stringContaining('MATCH') as string } },
    });
    expect(JSON.stringify(body)).not.toContain(person.bvn);
  });

  it('compares a BVN with an account, and looks up a NIN', async () => {
    const account = { bvn: '22200090002', bankCode: '058', accountNumber: '0100090002' };
    expect(await world.call('POST', '/v1/verifications/bvn-account', account)).toMatchObject({
      status: 200,
      body: { matchStatus: expect.stringContaining('MATCH') as string },
    });
    const found = await world.call('POST', '/v1/verifications/nin', { nin: '70000090002' });
    expect(found.status).toBe(200);
  });

  it('leaves nothing in Temporal: no run of the deployment has the numbers, the person or the answer', async () => {
    const looked = [
      ['/v1/verifications/bvn', { ...person, bvn: '22200077123', name: 'Canary Person' }],
      ['/v1/verifications/bvn-account', { bvn: '22200077123', bankCode: '058', accountNumber: '0100077123' }],
      ['/v1/verifications/nin', { nin: '70000077123' }],
    ] as const;
    const replies = [];
    for (const [path, body] of looked) replies.push(await world.call('POST', path, body));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { lastName, mobileNumber } = replies[2]!.body as unknown as Readonly<Record<string, string>>;
    // a read that runs as a workflow shows that the scan finds what Temporal has
    await world.call('POST', '/v1/name-enquiries', { bankCode: '058', accountNumber: '0100077124' });
    const stored = await waitUntil('the name enquiry among the runs', async () => {
      const all = await storedOf(world);
      return all.includes('0100077124') ? all : undefined;
    });
    const canaries = ['22200077123', '70000077123', '0100077123', 'Canary Person', mobileNumber];
    for (const secret of canaries) expect(stored).not.toContain(secret);
    expect(lastName).toEqual(expect.any(String));
    expect(stored).not.toMatch(/getNinDetails|matchBvn/);
  });

  it('is not run by a worker for another client of Temporal either', async () => {
    const read = { name: 'getNinDetails', request: { nin: '70000090002' } };
    const workflowId = `gateway-read:${process.pid}-forged`;
    const { taskQueue } = world;
    const answer: unknown = await world.client.workflow.execute('readGateway', {
      workflowId,
      taskQueue,
      args: [read],
    });
    expect(answer).toEqual({ kind: 'refused', message: 'name: expected a supported gateway read' });
  });

  it('with a malformed number is refused without repeating the number', async () => {
    const reply = await world.call('POST', '/v1/verifications/nin', { nin: '2222' });
    expect(reply).toMatchObject({ status: 400 });
    expect(JSON.stringify(reply.body)).not.toContain('2222');
  });
});

describe('a split', () => {
  const checkout = (reference: string, incomeSplit: object[]) =>
    world.call('POST', '/v1/checkouts', {
      reference: `${reference}-${process.pid}`,
      amount: '1000.00',
      customer: { email: 'ada@example.com', name: 'Ada Obi' },
      incomeSplit,
    });

  it('with an unknown sub-account is refused, and names it; a new one is found at once', async () => {
    const unknown = { subAccountCode: 'MFY_SUB_000000000000', splitPercentage: '20' };
    expect(await checkout('unknown-split', [unknown])).toMatchObject({
      status: 422,
      body: { type: '/problems/unknown-sub-account', subAccountCode: 'MFY_SUB_000000000000' },
    });
    const { body } = await world.gateway.call(createSubAccounts, {
      items: [
        {
          bankCode: '058',
          accountNumber: '0100000007',
          email: 'partner@example.com',
          currencyCode: 'NGN',
          defaultSplitPercentage: percent('20'),
        },
      ],
    });
    const known = { subAccountCode: body[0]!.subAccountCode, splitPercentage: '20' };
    expect(await checkout('known-split', [known])).toMatchObject({ status: 201 });
    expect(await checkout('known-split', [known])).toMatchObject({ status: 201 });
  });

  it('above the amount is refused', async () => {
    const share = { subAccountCode: 'MFY_SUB_000000000000', splitAmount: '1000.01' };
    const { status, body } = await checkout('large-split', [share]);
    expect({ status, body }).toMatchObject({ status: 400 });
    expect(JSON.stringify(body)).toContain('must not give away more than the amount');
  });
});
