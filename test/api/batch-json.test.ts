import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from 'undici';
import type { BatchRequest } from '../../src/requests/batch-rows.js';
import type { Serving } from '../../src/cli/serve.js';
import { serveBatches } from '../support/api/serve-batches.js';

let api: Serving;
beforeAll(async () => {
  api = await serveBatches();
});
afterAll(() => api.close());

const ADA = {
  reference: 'EMP-1',
  amount: '5000.00',
  bankCode: '058',
  accountNumber: '0123456789',
  accountName: 'Ada Obi',
  narration: 'January salary',
};
const BEN = { ...ADA, reference: 'EMP-2', accountNumber: '0000000001', accountName: 'Ben Eze' };
const TERMS = { reference: 'payroll-jan', title: 'January payroll', onValidationFailure: 'CONTINUE' };

interface Reply extends BatchRequest {
  readonly status: number;
  readonly errorCount?: number;
  readonly errors?: readonly { readonly line?: number; readonly field: string; readonly message: string }[];
}

async function send(body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const reply = await request(`${api.url}/v1/batches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: reply.statusCode, ...((await reply.body.json()) as object) } as Reply;
}

async function problemsOf(body: unknown) {
  const reply = await send(body);
  expect(reply).toMatchObject({ status: 400, type: '/problems/invalid', moneyMoved: 'no' });
  return reply.errors?.map(({ line, field, message }) => [line, field, message]);
}

const matching = (text: string) => expect.stringContaining(text) as string;

describe('a batch in JSON', () => {
  it('is read like the same batch in CSV', async () => {
    const json = await send({ ...TERMS, rows: [ADA, { ...BEN, amount: undefined, amountKobo: 1_234_50 }] });
    const csv = await request(`${api.url}/v1/batches?${new URLSearchParams(TERMS).toString()}`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: `reference,amount,bank_code,account_number,account_name,narration
EMP-1,5000.00,058,0123456789,Ada Obi,January salary
EMP-2,1234.50,058,0000000001,Ben Eze,January salary`,
    });
    expect(json).toMatchObject({ status: 200, terms: { count: 2, sumKobo: 6_234_50 } });
    expect(json).toEqual({ status: 200, ...((await csv.body.json()) as object) });
  });

  it('has its terms beside its rows', async () => {
    const { terms } = await send({
      ...TERMS,
      narration: 'Salary',
      currency: 'NGN',
      retryOf: 'payroll-dec',
      notAfter: '2027-02-01T09:00:00+01:00',
      expected: { count: 1, sum: '5000.00' },
      rows: [{ ...ADA, narration: undefined }],
    });
    expect(terms).toMatchObject({ retryOf: 'payroll-dec', notAfter: '2027-02-01T08:00:00.000Z', count: 1 });
  });

  it('of 10,000 rows is read, though other requests have 100 KB', async () => {
    const rows = Array.from({ length: 10_000 }, (_, n) => ({
      ...ADA,
      reference: `EMP-${n}`,
      accountNumber: String(n).padStart(10, '0'),
    }));
    const reply = await send({ ...TERMS, rows });
    expect(reply).toMatchObject({ status: 200, terms: { count: 10_000, sumKobo: 50_000_000_00 } });
    expect(reply.rows.at(-1)).toMatchObject({ n: 10_000, accountNumber: '0000009999' });
  });

  it('of 10,001 rows is too large', async () => {
    const rows = Array.from({ length: 10_001 }, () => ({}));
    expect(await send({ ...TERMS, rows })).toMatchObject({
      status: 413,
      type: '/problems/too-large',
      detail: 'A batch is limited to 10000 rows. Send several batches.',
    });
  });

  it('beyond the byte limit is too large, before it is parsed', async () => {
    const body = JSON.stringify({ ...TERMS, title: 'x'.repeat(5_200_000), rows: [ADA] });
    expect(await send(body)).toMatchObject({ status: 413, type: '/problems/too-large' });
  });
});

describe('a bad row is named by number and field', () => {
  it.each<[string, unknown, string, string]>([
    ['an amount as a number', { ...BEN, amount: 5_000 }, 'amount', 'must be a string'],
    ['both forms of amount', { ...BEN, amountKobo: 500_000 }, 'amount', 'besides amountKobo'],
    ['no amount', { ...BEN, amount: undefined }, 'amount', 'is missing'],
    ['half a kobo', { ...BEN, amount: undefined, amountKobo: 2_000.5 }, 'amountKobo', 'whole number of kobo'],
    ['too few kobo', { ...BEN, amount: undefined, amountKobo: 1_999 }, 'amount', 'at least ₦20.00'],
    ['kobo as text', { ...BEN, amount: undefined, amountKobo: '500000' }, 'amountKobo', 'whole number'],
    ['an account as a number', { ...BEN, accountNumber: 123_456_789 }, 'accountNumber', 'must be a string'],
    ['a lost zero', { ...BEN, accountNumber: '123456789' }, 'accountNumber', 'leading zeros'],
    ['no name', { ...BEN, accountName: null }, 'accountName', 'must be a string'],
    ['a formula', { ...BEN, accountName: '=1+1' }, 'accountName', 'formula'],
    ['a currency of its own', { ...BEN, currency: 'USD' }, 'currency', 'is not a known field'],
    ['a value as a field', { ...BEN, 'Ada Obi': '1' }, '(unknown)', 'is not a known field'],
    ['a list', [BEN], 'rows', 'must be an object'],
    ['nothing', null, 'rows', 'must be an object'],
  ])('%s', async (_what, row, field, reason) => {
    expect(await problemsOf({ ...TERMS, rows: [ADA, row] })).toEqual([[2, field, matching(reason)]]);
  });

  it('a field named __proto__ is unknown like any other', async () => {
    const body = `{"reference":"a","title":"b","onValidationFailure":"BREAK","rows":[{"__proto__":{"amount":"1"}}]}`;
    expect(await problemsOf(body)).toEqual([[1, '__proto__', 'is not a known field']]);
  });

  it('and rows together by their numbers', async () => {
    expect(await problemsOf({ ...TERMS, rows: [ADA, BEN, ADA] })).toEqual([
      [3, 'reference', 'must be unique: it is also in line 1'],
      [3, 'amount', matching('the same account and amount as line 1')],
    ]);
  });

  it('and the expected totals by their fields', async () => {
    expect(await problemsOf({ ...TERMS, expected: { count: 2, sum: '1.00' }, rows: [ADA] })).toEqual([
      [undefined, 'expected.count', 'is 2, but the batch has 1 rows'],
      [undefined, 'expected.sum', 'is ₦1.00, but the rows add up to ₦5,000.00'],
    ]);
  });
});

describe('a bad request', () => {
  it.each<[string, unknown, string]>([
    ['no rows', TERMS, 'rows'],
    ['rows as an object', { ...TERMS, rows: {} }, 'rows'],
    ['an empty list of rows', { ...TERMS, rows: [] }, 'rows'],
    ['no title', { ...TERMS, title: undefined, rows: [ADA] }, 'title'],
    ['no reference', { ...TERMS, reference: undefined, rows: [ADA] }, 'reference'],
    [
      'no word for bad rows',
      { ...TERMS, onValidationFailure: undefined, rows: [ADA] },
      'onValidationFailure',
    ],
    ['a misspelt field', { ...TERMS, row: [ADA], rows: [ADA] }, 'row'],
    ['an unknown total', { ...TERMS, expected: { total: '1' }, rows: [ADA] }, 'expected.total'],
    ['a list', [ADA], '(body)'],
  ])('with %s', async (_what, body, field) => {
    expect(await problemsOf(body)).toEqual([[undefined, field, expect.any(String)]]);
  });

  it.each([
    ['broken JSON', '{"rows":['],
    ['no body', ' '],
  ])('with %s', async (_what, body) => {
    expect(await send(body)).toMatchObject({ status: 400, errors: [{ field: '(body)' }] });
  });
});
