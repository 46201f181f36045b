import { describe, expect, it } from 'vitest';
import { beginTransfer, pay, type Side, startListener, startSandbox, type Wire } from './merchant-side.js';

const BILLS = '/api/v1/vas/bills-payment';

describe('paycodes', () => {
  const paycode = (side: Awaited<ReturnType<typeof startSandbox>>, changes: Wire = {}) =>
    side.call('POST', '/api/v1/paycode', {
      beneficiaryName: 'Ada Obi',
      amount: 300,
      paycodeReference: 'cash-1',
      expiryDate: '2026-06-28 09:00:00',
      clientId: side.sandbox.merchants.first().apiKey,
      ...changes,
    });

  it('have their own envelope, mask the code and reveal it on request', async () => {
    const side = await startSandbox();
    const { body, result } = await paycode(side);
    expect(body).not.toHaveProperty('requestSuccessful');
    expect(body.responseCode).toBe('M00');
    expect((await side.call('GET', '/api/v1/paycode/cash-1')).result.paycode).toMatch(/^\*{8}\d\d$/);
    expect((await side.call('GET', '/api/v1/paycode/cash-1/authorize')).result.paycode).toBe(result.paycode);
  });

  it('reserve the money and return it when cancelled or expired', async () => {
    const side = await startSandbox();
    const wallet = side.sandbox.ledger.balance('wallet:M1');
    await paycode(side);
    expect(side.sandbox.ledger.balance('wallet:M1')).toBe(wallet - 320_00);
    expect((await side.call('DELETE', '/api/v1/paycode/cash-1')).result.transactionStatus).toBe('CANCELLED');
    await paycode(side, { paycodeReference: 'cash-2' });
    await side.sandbox.clock.advance(86_400_000);
    expect((await side.call('GET', '/api/v1/paycode/cash-2')).result.transactionStatus).toBe('EXPIRED');
    expect(side.sandbox.ledger.balance('wallet:M1')).toBe(wallet);
    await paycode(side, { paycodeReference: 'cash-3', expiryDate: '2026-06-29 09:00:00' });
    await side.send('POST', '/sandbox/paycodes/M1/cash-3/redeem');
    expect(side.sandbox.ledger.balance('cash')).toBe(300_00);
  });

  it('are refused with a duplicate reference', async () => {
    const side = await startSandbox();
    await paycode(side);
    expect((await paycode(side)).reason).toBe('Transaction reference already exist.');
  });
});

describe('bills', () => {
  it('are listed from category to product and paid from the wallet', async () => {
    const side = await startSandbox();
    expect((await side.call('GET', `${BILLS}/biller-categories`)).result).toMatchObject({
      size: 20,
      nextPage: null,
    });
    const billers = await side.call('GET', `${BILLS}/billers?category_code=AIRTIME`);
    expect(billers.result.content).toMatchObject([{ code: 'BIL-SAVANNA' }]);
    const products = await side.call('GET', `${BILLS}/biller-products?biller_code=BIL-SAVANNA`);
    expect(products.result.content).toMatchObject([
      { priceType: 'OPEN' },
      { priceType: 'FIXED', price: 500 },
    ]);
    const vend = { productCode: 'PRD-DATA-1GB', customerId: '08031234567', amount: 500, reference: 'data-1' };
    const { result } = await side.call('POST', `${BILLS}/vend`, vend);
    expect(result).toMatchObject({ vendStatus: 'SUCCESS', vendAmount: 500, commission: 5 });
    expect(result.transactionReference).toMatch(/^MFBP260627090811[0-9A-F]{4}$/);
    expect((await side.call('GET', `${BILLS}/requery?reference=data-1`)).result).toEqual(result);
    expect((await side.call('POST', `${BILLS}/vend`, vend)).status).toBe(422);
    expect(side.sandbox.ledger.balance('biller:BIL-SAVANNA')).toBe(495_00);
  });

  it('for a meter require its validation first', async () => {
    const side = await startSandbox();
    const meter = { productCode: 'PRD-PREPAID', customerId: '4500123' };
    const { result } = await side.call('POST', `${BILLS}/validate-customer`, meter);
    const { validationReference } = result.vendInstruction as Wire;
    const vend = { ...meter, amount: 1000, reference: 'light-1' };
    expect((await side.call('POST', `${BILLS}/vend`, vend)).reason).toBe('ValidationReference is required');
    expect((await side.call('POST', `${BILLS}/vend`, { ...vend, validationReference })).status).toBe(200);
  });

  it('can be pending, can fail, and are refused where bills are not active', async () => {
    const side = await startSandbox();
    const vend = { productCode: 'PRD-AIRTIME', amount: 100 };
    const pending = await side.call('POST', `${BILLS}/vend`, {
      ...vend,
      customerId: '0803000002',
      reference: 'a',
    });
    expect(pending.result.vendStatus).toBe('PENDING');
    const failed = await side.call('POST', `${BILLS}/vend`, {
      ...vend,
      customerId: '0803000001',
      reference: 'b',
    });
    expect(failed.result.vendStatus).toBe('FAILED');
    await side.sandbox.clock.advance(60_000);
    expect((await side.call('GET', `${BILLS}/requery?reference=a`)).result.vendStatus).toBe('SUCCESS');
    await side.send('PATCH', '/sandbox/merchants/M1', { switches: { billsActive: false } });
    expect((await side.call('GET', `${BILLS}/biller-categories`)).status).toBe(403);
  });
});

describe('customers', () => {
  it('have a wallet that is topped up through its virtual account', async () => {
    const side = await startSandbox();
    const { result } = await side.call('POST', '/api/v1/disbursements/wallet', {
      walletReference: 'ada',
      walletName: 'Ada',
      customerName: 'Ada Obi',
      customerEmail: 'ada@example.com',
      bvnDetails: { bvn: '22200000001', bvnDateOfBirth: '1960-01-02' },
    });
    const { bankCode, accountNumber } = result.topUpAccountDetails as Wire;
    await pay(side, { bankCode, accountNumber, amount: 250 });
    const balance = await side.call('GET', '/api/v1/disbursements/wallet/balance?walletReference=ada');
    expect(balance.result).toEqual({ availableBalance: 250, ledgerBalance: 250 });
    const path = `/api/v1/disbursements/wallet/transactions?accountNumber=${String(result.accountNumber)}`;
    expect((await side.call('GET', path)).result.content).toMatchObject([
      { transactionType: 'CREDIT', amount: 250, availableBalanceBefore: 0, availableBalanceAfter: 250 },
    ]);
  });

  it('are verified by BVN and NIN', async () => {
    const side = await startSandbox();
    const nin = await side.call('POST', '/api/v1/vas/nin-details', { nin: '70000000001' });
    expect(nin.result).toMatchObject({ firstName: 'BASHIR', dateOfBirth: '1960-01-02' });
    const name = `${String(nin.result.firstName)} ${String(nin.result.lastName)}`;
    const bvn = await side.call('POST', '/api/v1/vas/bvn-details-match', {
      bvn: '22200000001',
      name,
      dateOfBirth: '02-Jan-1960',
      mobileNo: '0000',
    });
    expect(bvn.result).toMatchObject({
      name: { matchStatus: 'PARTIAL_MATCH' },
      dateOfBirth: 'FULL_MATCH',
      mobileNo: 'NO_MATCH',
    });
    const account = { bankCode: '058', accountNumber: '0100000001', bvn: '22200000001' };
    const match = await side.call('POST', '/api/v1/vas/bvn-account-match', account);
    expect(match.result.matchStatus).toBe('FULL_MATCH');
    expect((await side.call('POST', '/api/v1/vas/nin-details', { nin: '12345678901' })).status).toBe(400);
  });
});

describe('sub-accounts', () => {
  it('are created as a list, updated by code in the body, and deleted', async () => {
    const side = await startSandbox();
    const wanted = {
      currencyCode: 'NGN',
      bankCode: '058',
      accountNumber: '0100000003',
      email: 'partner@example.com',
      defaultSplitPercentage: 10,
    };
    const made = (await side.call('POST', '/api/v1/sub-accounts', [wanted])).body.responseBody as Wire[];
    const subAccountCode = String(made[0]?.subAccountCode);
    expect(subAccountCode).toMatch(/^MFY_SUB_\d{12}$/);
    await side.call('PUT', '/api/v1/sub-accounts', { ...wanted, subAccountCode, defaultSplitPercentage: 15 });
    const listed = (await side.call('GET', '/api/v1/sub-accounts')).body.responseBody;
    expect(listed).toMatchObject([{ subAccountCode, defaultSplitPercentage: 15 }]);
    const deleted = await side.call('DELETE', `/api/v1/sub-accounts/${subAccountCode}`);
    expect(deleted.body).not.toHaveProperty('responseBody');
    expect((await side.call('GET', '/api/v1/sub-accounts')).body.responseBody).toEqual([]);
    const split = { incomeSplitConfig: [{ subAccountCode, splitPercentage: 5 }] };
    const { contractCode } = side.sandbox.merchants.first();
    const init = await side.call('POST', '/api/v1/merchant/transactions/init-transaction', {
      amount: 100,
      customerEmail: 'a@b.co',
      paymentReference: 'x',
      currencyCode: 'NGN',
      contractCode,
      ...split,
    });
    expect(init).toMatchObject({ status: 422, reason: `Unknown sub account code ${subAccountCode}` });
  });
});

describe('failed notifications', () => {
  /** A payment whose event failed in all attempts. */
  async function failedOnce(failures: number) {
    const { received, url } = await startListener(Array<number>(failures).fill(500));
    const side = await startSandbox();
    await side.send('PATCH', '/sandbox/merchants/M1', { webhookUrls: { collection: url } });
    const { bankCode, accountNumber } = await beginTransfer(side);
    await pay(side, { bankCode, accountNumber, amount: 4000 });
    await side.sandbox.clock.advance(3_600_000);
    expect(received).toHaveLength(12);
    return { received, side };
  }

  async function resend(side: Side): Promise<unknown> {
    const path = '/api/v1/transaction-notification/resend-failed-notifications';
    const span = { startDate: '2026-06-27T00:00:00.000', endDate: '2026-06-28T00:00:00.000' };
    const { result } = await side.call('POST', path, span);
    await side.sandbox.deliveries.settled();
    return result.recordsFound;
  }

  it('are resent on request, but not after they were delivered', async () => {
    const { received, side } = await failedOnce(12);
    expect(await resend(side)).toBe(1);
    expect(received).toHaveLength(13);
    expect(await resend(side)).toBe(0);
    expect(received).toHaveLength(13);
  });

  it('count once, even if several deliveries were given up', async () => {
    const { received, side } = await failedOnce(24);
    expect(await resend(side)).toBe(1);
    await side.sandbox.clock.advance(3_600_000);
    expect(received).toHaveLength(24);
    expect(await resend(side)).toBe(1);
    expect(received).toHaveLength(25);
  });
});

describe('banks', () => {
  it('all have a USSD code', async () => {
    const side = await startSandbox();
    const all = (await side.call('GET', '/api/v1/banks')).body.responseBody as Wire[];
    const ussd = (await side.call('GET', '/api/v1/sdk/transactions/banks')).body.responseBody as Wire[];
    expect(all.length).toBe(ussd.length);
    expect(ussd.every(({ ussdTemplate }) => ussdTemplate !== null)).toBe(true);
  });

  it('do not resolve unknown accounts', async () => {
    const side = await startSandbox();
    const path = '/api/v1/disbursements/account/validate?accountNumber=1234567890&bankCode=058';
    expect((await side.call('GET', path)).status).toBe(404);
  });
});
