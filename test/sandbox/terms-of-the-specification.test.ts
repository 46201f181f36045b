import { describe, expect, it } from 'vitest';
import { cardAsTyped } from '../../src/sandbox/collections/test-cards.js';
import { namesAgree } from '../../src/sandbox/people/names.js';
import { type Answer, type Side, startSandbox, statusOf, terms, type Wire } from './merchant-side.js';

const INIT = '/api/v1/merchant/transactions/init-transaction';
const CHARGE_TOKEN = '/api/v1/merchant/cards/charge-card-token';
const DEBITS = '/api/v1/direct-debit/mandate';

async function tokenOf(side: Side): Promise<unknown> {
  const { result } = await side.call('POST', INIT, terms(side, { paymentReference: 'first' }));
  const transactionReference = String(result.transactionReference);
  await side.call('POST', '/api/v1/merchant/cards/charge', {
    transactionReference,
    collectionChannel: 'API_NOTIFICATION',
    card: cardAsTyped('tokenizable'),
  });
  return ((await statusOf(side, transactionReference)).result.cardDetails as Wire).cardToken;
}

function chargeToken(side: Side, changes: Wire): Promise<Answer> {
  const { apiKey } = side.sandbox.merchants.first();
  return side.call('POST', CHARGE_TOKEN, terms(side, { paymentReference: 'month-2', apiKey, ...changes }));
}

describe('a token charge', () => {
  it('of a zero amount is refused', async () => {
    const side = await startSandbox();
    const answer = await chargeToken(side, { cardToken: await tokenOf(side), amount: 0 });
    expect(answer).toMatchObject({ status: 400, reason: 'Field amount must be above 0' });
    const query = '/api/v2/merchant/transactions/query?paymentReference=month-2';
    expect((await side.call('GET', query)).status).toBe(404);
  });
});

function createMandate(side: Side, changes: Wire = {}): Promise<Answer> {
  return side.call('POST', `${DEBITS}/create`, {
    contractCode: side.sandbox.merchants.first().contractCode,
    mandateReference: 'rent',
    customerName: 'Ada Obi',
    customerEmailAddress: 'ada@example.com',
    customerPhoneNumber: '08030000000',
    customerAddress: '1 Broad Street, Lagos',
    customerAccountNumber: '0100000005',
    customerAccountBankCode: '058',
    mandateDescription: 'Rent',
    mandateStartDate: '2026-06-27T09:08:11',
    mandateEndDate: '2026-12-31T10:00:00',
    ...changes,
  });
}

/** Creates an active mandate; returns its path on the pages and in the control API. */
async function activeMandate(side: Side, changes: Wire = {}): Promise<{ code: string; path: string }> {
  const code = String((await createMandate(side, changes)).result.mandateCode);
  const path = `/mandates/${encodeURIComponent(code)}`;
  await side.sandbox.clock.advance(2_000);
  await side.send('POST', `/sandbox${path}`, { authorize: true });
  await side.sandbox.clock.advance(60_000);
  return { code, path };
}

const statusOfMandate = async (side: Side): Promise<unknown> => {
  const { body } = await side.call('GET', `${DEBITS}/?mandateReferences=rent`);
  return (body.responseBody as Wire[])[0]?.mandateStatus;
};

const answer = (side: Side, path: string, decision: string): Promise<Answer> =>
  side.send('POST', path, `answer=${decision}`, { 'content-type': 'application/x-www-form-urlencoded' });

describe('a payment reference', () => {
  it('of a pending debit is already in use', async () => {
    const side = await startSandbox();
    const cardToken = await tokenOf(side);
    const { code: mandateCode } = await activeMandate(side);
    const debit = { paymentReference: 'june', mandateCode, debitAmount: '500', narration: 'Rent' };
    const pending = await side.call('POST', `${DEBITS}/debit`, {
      ...debit,
      customerEmail: 'ada@example.com',
    });
    expect(pending.result.transactionStatus).toBe('PENDING');
    const taken = { status: 422, reason: 'Duplicate payment reference' };
    expect(await side.call('POST', INIT, terms(side, { paymentReference: 'june' }))).toMatchObject(taken);
    expect(await chargeToken(side, { cardToken, paymentReference: 'june' })).toMatchObject(taken);
    const cash = await side.send('POST', '/sandbox/offline-payments', { amount: 500, reference: 'june' });
    expect(cash.status).toBe(422);
    await side.sandbox.clock.advance(5_000);
    const query = '/api/v2/merchant/transactions/query?paymentReference=june';
    expect((await side.call('GET', query)).result).toMatchObject({
      paymentStatus: 'PAID',
      paymentMethod: 'DIRECT_DEBIT',
    });
  });
});

describe('a mandate', () => {
  it('is cancelled by its customer where the merchant allows it', async () => {
    const side = await startSandbox();
    const { path } = await activeMandate(side, { customerCancellation: true });
    expect((await side.send('GET', path)).text).toContain('Cancel the direct debit');
    expect((await answer(side, path, 'cancel')).status).toBe(303);
    await side.sandbox.clock.advance(60_000);
    expect(await statusOfMandate(side)).toBe('CANCELLED');
  });

  it.each([{}, { customerCancellation: false }])(
    'with %j is not cancelled by its customer',
    async (changes) => {
      const side = await startSandbox();
      const { path } = await activeMandate(side, changes);
      expect((await side.send('GET', path)).text).not.toContain('Cancel the direct debit');
      expect((await answer(side, path, 'cancel')).status).toBe(422);
      expect((await side.send('POST', `/sandbox${path}`, { cancel: true })).status).toBe(422);
      await side.sandbox.clock.advance(60_000);
      expect(await statusOfMandate(side)).toBe('ACTIVE');
    },
  );

  it.each([
    ['authorize', 'PENDING_ACTIVATION'],
    ['refuse', 'FAILED'],
  ])('returns the customer to the merchant after %s', async (decision, status) => {
    const side = await startSandbox();
    const redirectUrl = 'https://shop.example/mandates?order=1';
    const code = String((await createMandate(side, { redirectUrl })).result.mandateCode);
    const path = `/mandates/${encodeURIComponent(code)}`;
    await side.sandbox.clock.advance(2_000);
    expect((await side.send('GET', path)).text).not.toContain('shop.example');
    await answer(side, path, decision);
    const back = `https://shop.example/mandates?order=1&#38;mandateReference=rent&#38;mandateStatus=${status}`;
    const { text } = await side.send('GET', path);
    expect(text).toContain(`href="${back}">Return to the merchant</a>`);
    expect(text).toContain(`content="5;url=${back}"`);
  });
});

describe('an income split', () => {
  async function subAccounts(side: Side): Promise<string[]> {
    const { body } = await side.call(
      'POST',
      '/api/v1/sub-accounts',
      ['0100000011', '0100000012'].map((accountNumber) => ({
        currencyCode: 'NGN',
        accountNumber,
        bankCode: '058',
        email: 'partner@example.com',
        defaultSplitPercentage: 60,
      })),
    );
    return (body.responseBody as Wire[]).map(({ subAccountCode }) => String(subAccountCode));
  }

  it.each([
    ['shares of 60 and 41 per cent', [{ splitPercentage: 60 }, { splitPercentage: 41 }], 'split'],
    ['the usual shares of 60 per cent twice', [{}, {}], 'split'],
    [
      'fees of 80 and 30 per cent',
      [
        { splitPercentage: 1, feeBearer: true, feePercentage: 80 },
        { splitPercentage: 1, feeBearer: true, feePercentage: 30 },
      ],
      'fee',
    ],
  ])('of %s is refused', async (_what, items, what) => {
    const side = await startSandbox();
    const codes = await subAccounts(side);
    const incomeSplitConfig = items.map((item, at) => ({ subAccountCode: codes[at], ...item }));
    expect(await side.call('POST', INIT, terms(side, { incomeSplitConfig }))).toMatchObject({
      status: 422,
      reason: `Total ${what} percentage cannot exceed 100`,
    });
  });

  it('of 100 per cent is accepted', async () => {
    const side = await startSandbox();
    const codes = await subAccounts(side);
    const incomeSplitConfig = codes.map((subAccountCode) => ({ subAccountCode, splitPercentage: 50 }));
    expect((await side.call('POST', INIT, terms(side, { incomeSplitConfig }))).status).toBe(200);
  });
});

describe('names', () => {
  it.each([
    ['ÉBÉLÉ ÁMARA ÈZE', 'EBELE AMARA EZE'],
    ['Adébọ̀wálé Ọláyínká', 'ADEBOWALE OLAYINKA'],
    ['EBELE EZE', 'ÉBÉLÉ ÈZE'],
  ])('%s is %s', (given, held) => {
    expect(namesAgree(given, held)).toBe(true);
  });

  it('of different people do not match', () => {
    expect(namesAgree('ÉBÉLÉ ÈZE', 'GARBA SULE')).toBe(false);
  });
});

describe('the types of the specification', () => {
  const BILLS = '/api/v1/vas/bills-payment';

  it('amounts of bills are numbers', async () => {
    const side = await startSandbox();
    const products = await side.call('GET', `${BILLS}/biller-products?biller_code=BIL-SAVANNA`);
    for (const { minAmount, maxAmount, price } of products.result.content as Wire[]) {
      for (const amount of [minAmount, maxAmount, price])
        expect(['number', 'object']).toContain(typeof amount);
    }
    const vend = { productCode: 'PRD-DATA-1GB', customerId: '08031234567', amount: 500, reference: 'data-1' };
    expect((await side.call('POST', `${BILLS}/vend`, vend)).result).toMatchObject({
      vendAmount: 500,
      payableAmount: 495,
      commission: 5,
    });
  });

  it('wallets have their creation time, in responses and listings', async () => {
    const side = await startSandbox();
    const created = await side.call('POST', '/api/v1/disbursements/wallet', {
      walletReference: 'ada',
      walletName: 'Ada',
      customerName: 'Ada Obi',
      customerEmail: 'ada@example.com',
      bvnDetails: { bvn: '22200000001', bvnDateOfBirth: '1990-04-17' },
    });
    const createdOn = '2026-06-27T08:08:11.000+0000';
    expect(created.result.createdOn).toBe(createdOn);
    const { result } = await side.call('GET', '/api/v1/disbursements/wallet');
    expect(result.content).toMatchObject([{ walletReference: 'ada', createdOn }]);
  });
});
