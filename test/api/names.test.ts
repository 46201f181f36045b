import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Serving } from '../../src/cli/serve.js';
import { serveApi } from '../support/api/serve-api.js';
import { untouchedClient } from '../support/api/untouched-client.js';

let api: Serving;
beforeAll(async () => {
  api = await serveApi(untouchedClient());
});
afterAll(() => api.close());

async function problemsOf(path: string, body: object) {
  const reply = await request(`${api.url}${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { errors = [] } = (await reply.body.json()) as { errors?: { field: string; message: string }[] };
  return { status: reply.statusCode, fields: [...new Set(errors.map(({ field }) => field))] };
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const asked = { reference: 'order-1', amount: '2500.00' };
const email = 'ada@example.com';
const account = { bankCode: '058', accountNumber: '0100090002' };

/** Requests with this text in the field that is named. */
const NAMES: readonly (readonly [string, string, string, (text: string) => object])[] = [
  [
    'the payee of a transfer',
    '/v1/transfers',
    'destination.accountName',
    (accountName) => ({ ...asked, destination: { ...account, accountName }, narration: 'Salary' }),
  ],
  [
    'the narration of a transfer',
    '/v1/transfers',
    'narration',
    (narration) => ({ ...asked, destination: { ...account, accountName: 'Ada Obi' }, narration }),
  ],
  ['the title of a batch', '/v1/batches', 'title', (title) => batchOf({ title })],
  ['the narration of a batch', '/v1/batches', 'narration', (narration) => batchOf({ narration })],
  [
    'the payee of a row',
    '/v1/batches',
    'accountName',
    (accountName) => batchOf({ rows: [{ ...account, accountName, amount: '5000.00' }] }),
  ],
  [
    'the customer of a bill',
    '/v1/bills',
    'customerId',
    (customerId) => ({ ...asked, productCode: 'P1', customerId }),
  ],
  [
    'the beneficiary of a paycode',
    '/v1/paycodes',
    'beneficiaryName',
    (beneficiaryName) => ({ ...asked, beneficiaryName, expiresAt: inDays(1) }),
  ],
  [
    'the reason of a refund',
    '/v1/refunds',
    'refundReason',
    (refundReason) => ({ ...asked, transactionReference: 'MNFY|1', refundReason }),
  ],
  [
    'the note of a refund',
    '/v1/refunds',
    'customerNote',
    (customerNote) => ({ ...asked, transactionReference: 'MNFY|1', refundReason: 'Damaged', customerNote }),
  ],
  [
    'the customer of a mandate',
    '/v1/mandates',
    'customer.name',
    (name) => mandateOf({ customer: { name, email, phone: '08030001234', address: 'Lagos' } }),
  ],
  [
    'the account of a mandate',
    '/v1/mandates',
    'account.accountName',
    (accountName) => mandateOf({ account: { ...account, accountName } }),
  ],
  [
    'the narration of a debit',
    '/v1/mandates/m-1/debits',
    'narration',
    (narration) => ({ ...asked, narration }),
  ],
  [
    'the customer of an invoice',
    '/v1/invoices',
    'customer.name',
    (name) => ({ ...asked, customer: { email, name }, description: 'Fees', expiresAt: inDays(1) }),
  ],
  [
    'the customer of a checkout',
    '/v1/checkouts',
    'customer.name',
    (name) => ({ ...asked, customer: { email, name } }),
  ],
  [
    'the customer of a charge',
    '/v1/charges',
    'customer.name',
    (name) => ({ ...asked, checkout: 'order-0', customer: { email, name } }),
  ],
  [
    'a reserved account',
    '/v1/reserved-accounts',
    'accountName',
    (accountName) => ({ reference: 'r-1', accountName, customer: { email }, bvn: '22222222222' }),
  ],
];

function batchOf(given: object): object {
  const rows = [{ ...account, accountName: 'Ada Obi', amount: '5000.00' }];
  return {
    reference: 'b-1',
    title: 'March',
    narration: 'Salary',
    onValidationFailure: 'CONTINUE',
    rows,
    ...given,
  };
}

function mandateOf(given: object): object {
  return {
    reference: 'm-1',
    customer: { name: 'Ada Obi', email, phone: '08030001234', address: 'Lagos' },
    account: { ...account, accountName: 'Ada Obi' },
    description: 'Rent',
    startAt: inDays(1),
    endAt: inDays(30),
    debitAmount: '5000.00',
    ...given,
  };
}

const DESCRIPTIONS: typeof NAMES = [
  [
    'the description of a checkout',
    '/v1/checkouts',
    'description',
    (description) => ({ ...asked, customer: { email }, description }),
  ],
  [
    'the description of an invoice',
    '/v1/invoices',
    'description',
    (description) => ({ ...asked, customer: { email, name: 'Ada' }, description, expiresAt: inDays(1) }),
  ],
  [
    'the description of a mandate',
    '/v1/mandates',
    'description',
    (description) => mandateOf({ description }),
  ],
];

const DECEPTIVE = {
  'turns its direction': 'Chidi \u202eozrawG aramA',
  'has a zero-width space': 'Ada\u200b Obi',
  'has a byte order mark': 'Ada\ufeff Obi',
  'has a zero byte': 'Ada\u0000Obi',
  'has an escape': 'Ada\u001b[8mObi',
  'has a line break': 'Ada\r\nObi',
  'has half a character': 'Ada \ud800',
};

describe.each([...NAMES, ...DESCRIPTIONS])('%s', (_what, path, field, bodyWith) => {
  it.each(Object.entries(DECEPTIVE))('is refused when it %s', async (_how, text) => {
    expect(await problemsOf(path, bodyWith(text))).toEqual({ status: 400, fields: [field] });
  });
});

describe.each(NAMES)('%s', (_what, path, field, bodyWith) => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\uff1d1'])(
    'is refused as %s, which a spreadsheet would run',
    async (text) => {
      expect(await problemsOf(path, bodyWith(text))).toEqual({ status: 400, fields: [field] });
    },
  );

  it.each(["N. O'Neil-Ọlá", 'Ādáẹ̀ze 🇳🇬'])('may be %s', async (text) => {
    expect((await problemsOf(path, bodyWith(text))).fields).toEqual([]);
  });
});

describe.each(DESCRIPTIONS)('%s', (_what, path, _field, bodyWith) => {
  it.each(['-10 % on everything', '@home', 'Family 👨‍👩‍👧'])('may be %s', async (text) => {
    expect((await problemsOf(path, bodyWith(text))).fields).toEqual([]);
  });
});
