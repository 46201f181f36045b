import { describe, expect, test } from 'vitest';
import { findDrift } from '../../src/gateway/reading/drift.js';
import { type EndpointName, ENDPOINTS } from '../../src/gateway/endpoints.js';
import { PAID, VIRTUAL_ACCOUNT } from '../fixtures/gateway/records.js';
import { CASES } from './contract/cases.js';
import { LISTED_PAGE } from './contract/transactions.js';
import { connect, ok, startLoopback, tokenReply } from './loopback.js';

async function ask(name: EndpointName, replies: unknown) {
  const reply = () => ok(replies);
  const gateway = await startLoopback(reply, name === 'login' ? reply : () => tokenReply());
  const answer = await connect(gateway.url).call(ENDPOINTS[name], CASES[name].request);
  return answer as { readonly kind: string; readonly body: unknown };
}

test('a paid record is read although fields that decide nothing are odd', async () => {
  const odd = {
    ...PAID,
    settlementAmount: -1.6,
    accountPayments: {},
    accountDetails: 'none',
    customer: [],
    cardDetails: { last4: 1111, reusable: 'yes', cardToken: 'MNFY_1', supportsTokenization: 'true' },
  };
  expect(await ask('getTransaction', odd)).toMatchObject({
    kind: 'ok',
    body: {
      amountPaid: 100_50,
      settlementAmount: null,
      accountPayments: [],
      accountDetails: null,
      customer: null,
      cardDetails: { last4: null, reusable: null, cardToken: 'MNFY_1', supportsTokenization: null },
    },
  });
  expect(findDrift(ENDPOINTS.getTransaction.reply, odd)).toEqual([
    'settlementAmount=[number]',
    'cardDetails.last4=[number]',
    'cardDetails.reusable=[text]',
    'cardDetails.supportsTokenization=[text]',
    'accountDetails=[text]',
    'accountPayments=[object]',
    'customer=[list]',
  ]);
});

test('a deciding amount is read through float noise and digit groups, and otherwise strictly', async () => {
  const paid = (amountPaid: unknown) => ask('getTransaction', { ...PAID, amountPaid });
  expect(await paid(100.50000000000001)).toMatchObject({ body: { amountPaid: 100_50 } });
  expect(await paid('1,000.50')).toMatchObject({ body: { amountPaid: 1_000_50 } });
  for (const amount of [-100.5, '100.505', null, true]) {
    await expect(paid(amount)).rejects.toThrow('the reply could not be read: amountPaid');
  }
});

describe('fields that decide nothing may be odd', () => {
  test.each([3600, '3600', null, 'soon', undefined])(
    'login works when expiresIn is %s',
    async (expiresIn) => {
      const { body } = await ask('login', { accessToken: 'a.b.c', expiresIn });
      expect(body).toMatchObject({ accessToken: 'a.b.c' });
      if (expiresIn === '3600') expect(body).toMatchObject({ expiresIn: 3600 });
    },
  );

  test('a virtual account is read whatever is odd around its number and amounts', async () => {
    const odd = {
      ...VIRTUAL_ACCOUNT,
      accountName: null,
      bankName: 7,
      bankCode: null,
      fee: 'free',
      ussdPayment: {},
    };
    expect(await ask('initBankTransfer', odd)).toMatchObject({
      body: {
        accountNumber: '5000012345',
        accountName: '',
        bankName: '',
        bankCode: '',
        fee: null,
        ussdPayment: null,
      },
    });
  });

  test.each([
    [{ accountDurationSeconds: '2400' }, 2399],
    [{ accountDurationSeconds: null, expiresOn: '2026-01-31T10:20:30' }, 299],
    [{ accountDurationSeconds: null, expiresOn: null }, 2400],
  ])('its time left follows from what is readable: %o', async (change, seconds) => {
    expect(await ask('initBankTransfer', { ...VIRTUAL_ACCOUNT, ...change })).toMatchObject({
      body: { accountDurationSeconds: seconds },
    });
  });
});

describe('a listing is read row by row', () => {
  const [row] = LISTED_PAGE.content;
  const listing = (content: unknown) => ({ ...LISTED_PAGE, content });

  test('a bad row is left out and reported, the others stay', async () => {
    const content = [{ ...row, amount: 'much' }, row, { ...row, transactionReference: 7 }, null];
    expect(await ask('searchTransactions', listing(content))).toMatchObject({
      body: { content: [{ amount: 100_50, paymentReference: 'order-1' }] },
    });
    expect(findDrift(ENDPOINTS.searchTransactions.reply, listing(content))).toEqual([
      'content.amount=[text]',
      'content.transactionReference=[number]',
      'content=[null]',
    ]);
  });

  test.each([null, [], {}])('content: %o is an empty listing', async (content) => {
    expect(await ask('searchTransactions', listing(content))).toMatchObject({ body: { content: [] } });
  });

  test('a single object is a list of one', async () => {
    expect(await ask('searchTransactions', listing(row))).toMatchObject({
      body: { content: [{ paymentReference: 'order-1' }] },
    });
  });

  test.each<[string, unknown, RegExp]>([
    ['no readable row', [{ ...row, amount: null }, {}], /content\.0\.amount/],
    ['no list', 'none', /content/],
    ['nothing', undefined, /content/],
  ])(
    '%s is not an empty listing: that could be mistaken for proof of absence',
    async (_, content, reason) => {
      await expect(ask('searchTransactions', listing(content))).rejects.toThrow(reason);
    },
  );
});

describe('3-D Secure', () => {
  const charged = CASES.authorizeThreeDs.replies as object;

  test.each<[string, object, object]>([
    [
      'an issuer with only an acsUrl gets the payer by a link',
      { acsUrl: 'https://issuer.example/acs' },
      { redirectUrl: 'https://issuer.example/acs', method: null },
    ],
    [
      'with data to post, it is a form',
      { acsUrl: 'https://issuer.example/acs', paReq: 'p', md: 'm' },
      { redirectUrl: null, method: 'POST' },
    ],
    [
      'a given redirect stays',
      { acsUrl: 'https://issuer.example/acs', redirectUrl: 'https://issuer.example/go' },
      { redirectUrl: 'https://issuer.example/go' },
    ],
  ])('%s', async (_, secure3dData, expected) => {
    expect(await ask('authorizeThreeDs', { ...charged, secure3dData })).toMatchObject({
      body: { secure3dData: expected },
    });
  });

  test('otpData without an id is ignored', async () => {
    expect(await ask('chargeCard', { ...charged, otpData: {} })).toMatchObject({ body: { otpData: null } });
  });

  test('a single mandate or sub-account in place of a list is a list of one', async () => {
    const [mandate] = CASES.getMandate.replies as object[];
    const [subAccount] = CASES.createSubAccounts.replies as object[];
    expect(await ask('getMandate', mandate)).toMatchObject({
      body: [{ externalMandateReference: 'rent-1' }],
    });
    expect(await ask('createSubAccounts', subAccount)).toMatchObject({ body: [subAccount].map(() => ({})) });
  });

  test('a contract code need not be digits', async () => {
    const gateway = await startLoopback(() => ok(CASES.initTransaction.replies));
    const request = { ...CASES.initTransaction.request, contractCode: 'MAIN_01' };
    const answer = await connect(gateway.url).call(ENDPOINTS.initTransaction, request);
    expect(answer.kind).toBe('ok');
    expect(gateway.received[0]?.body).toContain('"contractCode":"MAIN_01"');
  });
});
