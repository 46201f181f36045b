import { describe, expect, it } from 'vitest';
import { type Answer, pay, type Side, startListener, startSandbox, type Wire } from './merchant-side.js';

const V1 = '/api/v1/bank-transfer/reserved-accounts';
const V2 = '/api/v2/bank-transfer/reserved-accounts';

async function reserve(side: Side, changes: Wire = {}, path = V2): Promise<Answer> {
  return side.call('POST', path, {
    accountReference: 'ada',
    accountName: 'Ada Obi',
    currencyCode: 'NGN',
    contractCode: side.sandbox.merchants.first().contractCode,
    customerEmail: 'ada@example.com',
    customerName: 'Ada Obi',
    bvn: '22200000001',
    getAllAvailableBanks: true,
    ...changes,
  });
}

async function accountOf(side: Side, changes: Wire = {}): Promise<Wire> {
  const { result } = await reserve(side, changes);
  return (result.accounts as Wire[])[0] ?? {};
}

describe('a reserved account', () => {
  it('has a number at every bank with virtual accounts', async () => {
    const side = await startSandbox();
    const { result } = await reserve(side);
    expect((result.accounts as Wire[]).map(({ bankCode }) => bankCode)).toEqual(['035', '232', '070']);
    expect(result).toMatchObject({
      reservedAccountType: 'GENERAL',
      status: 'ACTIVE',
      collectionChannel: 'RESERVED_ACCOUNT',
      createdOn: '2026-06-27 09:08:11.000',
    });
  });

  it('turns each transfer into a separate payment', async () => {
    const { received, url } = await startListener();
    const side = await startSandbox({ webhookUrl: url });
    const account = await accountOf(side);
    await pay(side, { ...account, amount: 700 });
    await pay(side, { ...account, amount: 700 });
    const { result } = await side.call('GET', `${V1}/transactions?accountReference=ada`);
    const rows = result.content as Wire[];
    expect(rows).toMatchObject([{ amountPaid: 700, paymentStatus: 'PAID' }, { amountPaid: 700 }]);
    expect(new Set(rows.map(({ transactionReference }) => transactionReference)).size).toBe(2);
    await side.sandbox.deliveries.settled();
    const { eventData } = JSON.parse(received[0]?.body ?? '') as { eventData: Wire };
    expect(eventData.product).toEqual({ type: 'RESERVED_ACCOUNT', reference: 'ada' });
    expect(eventData.paymentReference).toBe(eventData.transactionReference);
    const detail = await side.call('GET', `${V2}/ada`);
    expect(detail.result).toMatchObject({ transactionCount: 2, contract: { name: 'Calabash Stores' } });
  });

  it.each([
    ['with a duplicate reference', {}, 422, 'You can not reserve two accounts with the same reference'],
    [
      'with another contract',
      { accountReference: 'b', contractCode: '1' },
      422,
      'Invalid contract code supplied.',
    ],
    ['without BVN and NIN', { accountReference: 'b', bvn: undefined }, 400, 'Field bvn cannot be null'],
    ['with a short BVN', { accountReference: 'b', bvn: '222' }, 400, 'BVN is invalid. Must be 11 digits'],
    [
      'restricted without allowed sources',
      { accountReference: 'b', restrictPaymentSource: true },
      400,
      'Field allowedPaymentSource cannot be null',
    ],
  ])('is refused %s', async (_what, changes, status, reason) => {
    const side = await startSandbox();
    await reserve(side);
    const answer = await reserve(side, changes);
    expect(answer.status).toBe(status);
    expect(answer.reason).toContain(reason);
  });

  it('rejects other payers where it is restricted, with an event', async () => {
    const { received, url } = await startListener();
    const side = await startSandbox({ webhookUrl: url });
    const account = await accountOf(side);
    const filter = await side.call('PUT', `${V1}/update-payment-source-filter/ada`, {
      restrictPaymentSource: true,
      allowedPaymentSources: { accountNames: ['BASHIR AMARA BELLO'], bvns: ['22200000042'] },
    });
    expect(filter.result).toMatchObject({ restrictPaymentSource: true });
    expect((await pay(side, { ...account, amount: 700 })).status).toBe(422);
    const payer = { bankCode: '058', accountNumber: '0100000042', bvn: '22200000042' };
    expect((await pay(side, { ...account, amount: 700, payer })).status).toBe(200);
    await side.sandbox.deliveries.settled();
    expect(received.map(({ body }) => (JSON.parse(body) as Wire).eventType).sort()).toEqual([
      'REJECTED_PAYMENT',
      'SUCCESSFUL_TRANSACTION',
    ]);
  });

  it('does not exist after deallocation', async () => {
    const side = await startSandbox();
    const account = await accountOf(side);
    expect((await side.call('DELETE', `${V1}/reference/ada`)).result.status).toBe('ACTIVE');
    expect(await side.call('GET', `${V2}/ada`)).toMatchObject({
      status: 404,
      reason: 'Cannot find reserved account',
    });
    expect((await pay(side, { ...account, amount: 700 })).status).toBe(422);
    expect((await side.call('DELETE', `${V1}/reference/ada`)).status).toBe(400);
  });

  it('can be updated: banks, BVN, KYC', async () => {
    const side = await startSandbox();
    await reserve(side, { getAllAvailableBanks: false, preferredBanks: ['232'] });
    const linked = await side.call('PUT', `${V1}/add-linked-accounts/ada`, { getAllAvailableBanks: true });
    expect(linked.result.accounts).toHaveLength(3);
    expect(await side.call('PUT', `${V1}/update-customer-bvn/ada`, { bvn: '1' })).toMatchObject({
      status: 400,
      reason: 'Invalid bvn provided',
    });
    await side.call('PUT', `${V1}/ada/kyc-info`, { bvn: '22200000009', nin: '70000000009' });
    expect((await side.call('GET', `${V2}/ada`)).result.bvn).toBe('22200000009');
  });

  it('splits payments to the kobo', async () => {
    const side = await startSandbox();
    const [sub] = (
      await side.call('POST', '/api/v1/sub-accounts', [
        {
          currencyCode: 'NGN',
          bankCode: '058',
          accountNumber: '0100000011',
          email: 'partner@example.com',
          defaultSplitPercentage: 20.87,
        },
      ])
    ).body.responseBody as Wire[];
    const account = await accountOf(side);
    await side.call('PUT', `${V1}/update-income-split-config/ada`, [
      { subAccountCode: sub?.subAccountCode, feeBearer: true, feePercentage: 10, splitPercentage: 33.33 },
    ]);
    await pay(side, { ...account, amount: 1000.01 });
    const { ledger } = side.sandbox;
    const fee = ledger.balance('fees');
    expect(fee).toBe(15_00);
    expect(ledger.balance(`sub-account:${String(sub?.subAccountCode)}`)).toBe(333_30 - 1_50);
    expect(ledger.balance('collected:M1')).toBe(1000_01 - 15_00 - 331_80);
    await side.send('POST', '/sandbox/settlements/run');
    expect(ledger.balance('bank:058:0100000011')).toBe(331_80);
    expect(ledger.audit().balanced).toBe(true);
  });
});

describe('an account with limits', () => {
  it('rejects payments above them', async () => {
    const side = await startSandbox();
    const profile = {
      limitProfileName: 'small',
      singleTransactionValue: 500,
      dailyTransactionValue: 800,
      dailyTransactionVolume: 3,
    };
    const { result } = await side.call('POST', '/api/v1/limit-profile/', profile);
    expect(result.limitProfileCode).toMatch(/^[A-Z0-9]{12}$/);
    expect((await side.call('POST', '/api/v1/limit-profile/', profile)).reason).toBe(
      'Scheme Name Already Exists',
    );
    const account = await reserve(side, { limitProfileCode: result.limitProfileCode }, `${V1}/limit`);
    expect(account.result).toMatchObject({ limitProfileConfig: { limitProfileName: 'small' } });
    const { bankCode, accountNumber } = account.result;
    expect((await pay(side, { bankCode, accountNumber, amount: 501 })).status).toBe(422);
    expect((await pay(side, { bankCode, accountNumber, amount: 500 })).status).toBe(200);
    expect((await pay(side, { bankCode, accountNumber, amount: 301 })).status).toBe(422);
    await side.sandbox.clock.advance(24 * 3_600_000);
    expect((await pay(side, { bankCode, accountNumber, amount: 301 })).status).toBe(200);
  });
});
