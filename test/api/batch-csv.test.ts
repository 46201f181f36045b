import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from 'undici';
import type { BatchRequest } from '../../src/requests/batch-rows.js';
import type { Serving } from '../../src/cli/serve.js';
import { serveBatches } from '../support/api/serve-batches.js';

const HEADER = 'reference,amount,bank_code,account_number,account_name,narration';
const ADA = 'EMP-1,5000.00,058,0123456789,Ada Obi,January salary';
const BEN = 'EMP-2,1234.5,50515,0000000001,Ben Eze,January salary';
const file = (...lines: readonly string[]) => [HEADER, ...lines].join('\n');

let api: Serving;
beforeAll(async () => {
  api = await serveBatches();
});
afterAll(() => api.close());

interface Reply extends BatchRequest {
  readonly status: number;
  readonly type?: string;
  readonly detail?: string;
  readonly errorCount?: number;
  readonly errors?: readonly { readonly line?: number; readonly field: string; readonly message: string }[];
}

interface Sending {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly url?: string;
}

const TERMS = { reference: 'payroll-jan', title: 'January payroll', onValidationFailure: 'CONTINUE' };

async function send(body: string | Buffer, { query = {}, headers = {}, url = api.url }: Sending = {}) {
  const terms = new URLSearchParams({ ...TERMS, ...query });
  const reply = await request(`${url}/v1/batches?${terms.toString()}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', ...headers },
    body,
  });
  return { status: reply.statusCode, ...((await reply.body.json()) as object) } as Reply;
}

/** What the reply refuses: [line, column, reason]. */
async function problemsOf(body: string | Buffer, sending?: Sending) {
  const reply = await send(body, sending);
  expect(reply).toMatchObject({ status: 400, type: '/problems/invalid', moneyMoved: 'no' });
  return (reply.errors ?? []).map(({ line, field, message }) => [line, field, message]);
}

const accountOf = async (body: string | Buffer) => {
  const reply = await send(body);
  expect(reply.errors).toBeUndefined();
  return reply.rows.map(({ accountName }) => accountName);
};

const matching = (text: string) => expect.stringContaining(text) as string;

describe('a file', () => {
  it('becomes terms with count, sum and fingerprint, and rows in their order', async () => {
    const { status, ...batch } = await send(file(ADA, BEN));
    expect(status).toBe(200);
    expect(batch).toEqual({
      terms: {
        ...TERMS,
        currency: 'NGN',
        count: 2,
        sumKobo: 6_234_50,
        fingerprint: expect.stringMatching(/^[\w.]{9}$/) as string,
      },
      rows: [
        {
          n: 1,
          merchantReference: 'EMP-1',
          amountKobo: 5_000_00,
          bankCode: '058',
          accountNumber: '0123456789',
          accountName: 'Ada Obi',
          narration: 'January salary',
        },
        expect.objectContaining({ n: 2, amountKobo: 1_234_50, accountNumber: '0000000001' }) as object,
      ],
    });
  });

  it('has its terms in the query string', async () => {
    const { terms } = await send(file(ADA), {
      query: {
        narration: 'Salary',
        retryOf: 'payroll-dec',
        startAt: '2027-01-31T09:00:00',
        notAfter: '2027-02-01T09:00:00+01:00',
        expectedCount: '1',
        expectedSum: '5000',
      },
    });
    expect(terms).toMatchObject({
      narration: 'Salary',
      retryOf: 'payroll-dec',
      startAt: '2027-01-31T08:00:00.000Z',
      notAfter: '2027-02-01T08:00:00.000Z',
    });
  });

  it('may take its reference from the Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'payroll-jan' };
    expect(await send(file(ADA), { headers })).toMatchObject({ status: 200 });
    expect(await problemsOf(file(ADA), { headers: { 'idempotency-key': 'other' } })).toEqual([
      [undefined, 'reference', matching('must match the Idempotency-Key')],
    ]);
  });

  it.each([
    ['a byte order mark', `\ufeff${file(ADA, BEN)}`],
    ['Windows line ends', file(ADA, BEN).replaceAll('\n', '\r\n')],
    ['old Macintosh line ends', file(ADA, BEN).replaceAll('\n', '\r')],
    ['mixed line ends', `${HEADER}\r\n${ADA}\n${BEN}\r\n`],
    ['empty lines', `\n\n${HEADER}\n\n${ADA}\n\r\n${BEN}\n\n\n`],
    ['lines of spaces and commas only', `${HEADER}\n  \n${ADA}\n,,,,,\n${BEN}\n , ,,,,\n`],
    ['spaces around cells', file(ADA, BEN).replaceAll(',', ' , ')],
    ['quotes around all cells', file(ADA, BEN).replaceAll(/[^,\n]+/g, '"$&"')],
    ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${file(ADA, BEN)}`, 'utf16le')],
  ])('may have %s', async (_what, body) => {
    expect(await accountOf(body)).toEqual(['Ada Obi', 'Ben Eze']);
  });

  it.each([
    ['a quote inside a name', '"Ada ""Bee"" Obi"', 'Ada "Bee" Obi'],
    ['a quote in a name without quotes around it', 'Ada "Bee" Obi', 'Ada "Bee" Obi'],
    ['a comma in a name', '"Obi, Ada"', 'Obi, Ada'],
    ['an apostrophe in a name', "Ada O'Brien", "Ada O'Brien"],
    ['letters with marks', 'Ayọ̀délé Ṣóyínká', 'Ayọ̀délé Ṣóyínká'],
  ])('may have %s', async (_what, cell, name) => {
    expect(await accountOf(file(ADA.replace('Ada Obi', cell)))).toEqual([name]);
  });

  it.each([
    ['in any order', 'narration,account_name,account_number,bank_code,amount,reference'],
    ['in camelCase', 'narration,accountName,accountNumber,bankCode,amount,reference'],
    ['as people write them', 'Narration,Account Name,ACCOUNT NUMBER,bank-code,Amount,Reference'],
    ['without references', 'narration,account_name,account_number,bank_code,amount'],
  ])('may name its columns %s', async (_how, header) => {
    const cells = ADA.split(',').reverse().slice(0, header.split(',').length);
    expect((await send(`${header}\n${cells.join(',')}`)).rows).toMatchObject([
      { amountKobo: 5_000_00, bankCode: '058', accountNumber: '0123456789', narration: 'January salary' },
    ]);
  });

  it('takes the narration of the batch for rows without one, and then needs no such column', async () => {
    const query = { narration: 'Salary of the month' };
    const reply = await send(file(ADA.replace('January salary', ' '), BEN), { query });
    expect(reply.rows.map(({ narration }) => narration)).toEqual(['Salary of the month', 'January salary']);
    const short = [HEADER, ADA].map((line) => line.slice(0, line.lastIndexOf(','))).join('\n');
    expect((await send(short, { query })).rows).toMatchObject([{ narration: 'Salary of the month' }]);
  });
});

describe('the first line', () => {
  it('names unknown, missing and repeated columns', async () => {
    expect(await problemsOf(`amount,salary,Amount,bank_code,account_name\n`)).toEqual([
      [1, 'salary', 'is not a known column'],
      [1, 'amount', 'must not occur twice'],
      [1, 'account_number', 'is a missing column'],
      [1, 'narration', 'is a missing column'],
    ]);
  });

  it('never repeats what may be a value', async () => {
    const reply = await send(`amount,Ada Obi\n`);
    expect(reply.errors?.[0]).toMatchObject({ field: '(unknown)', message: 'is not a known column' });
    expect(JSON.stringify(reply)).not.toContain('Ada');
  });

  it.each([
    ['a file without column names', ADA],
    ['semicolons', file(ADA).replaceAll(',', ';')],
    ['an empty file', ' '],
    ['a file of empty lines', '\n\n\n'],
    ['bytes of a spreadsheet', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x06, 0x00])],
  ])('is missing in %s', async (_what, body) => {
    expect(await problemsOf(body)).toEqual([
      [
        1,
        'rows',
        'must name the columns in the first line, separated by commas: reference, amount, bank_code, account_number, account_name, narration',
      ],
    ]);
  });

  it('is not enough', async () => {
    expect(await problemsOf(HEADER)).toEqual([[undefined, 'rows', 'must have at least one row']]);
  });
});

describe('a bad row is named by line and column', () => {
  it.each([
    ['an amount with separators', ADA.replace('5000.00', '"5,000.00"'), 'amount', 'write 1234.50'],
    ['an amount below the minimum', ADA.replace('5000.00', '19.99'), 'amount', 'at least ₦20.00'],
    ['three decimals', ADA.replace('5000.00', '5000.001'), 'amount', 'two decimals'],
    ['no amount', ADA.replace('5000.00', ''), 'amount', 'is missing'],
    ['a formula as amount', ADA.replace('5000.00', '=1+1'), 'amount', 'no formula'],
    ['a formula as name', ADA.replace('Ada Obi', '=1+1'), 'account_name', 'formula'],
    ['a formula in quotes', ADA.replace('Ada Obi', '"=cmd|\' /C calc\'!A0"'), 'account_name', 'formula'],
    ['a formula behind a space', ADA.replace('Ada Obi', ' @SUM(A1)'), 'account_name', 'formula'],
    ['a tab and a formula', ADA.replace('January', '\t=January'), 'narration', 'tabs'],
    ['a formula as reference', ADA.replace('EMP-1', '-1+1'), 'reference', 'formula'],
    ['nine digits', ADA.replace('0123456789', '123456789'), 'account_number', 'removed leading zeros'],
    ['scientific notation', ADA.replace('0123456789', '1.23E+09'), 'account_number', 'lost digits'],
    ['a bank code without its zero', ADA.replace('058', '58'), 'bank_code', 'removed leading zeros'],
    ['a bank by name', ADA.replace('058', 'GTB'), 'bank_code', 'must be 3 to 6 digits'],
    ['no name', ADA.replace('Ada Obi', ''), 'account_name', 'is missing'],
    ['a short narration', ADA.replace('January salary', 'ab'), 'narration', 'at least 3 characters'],
    ['a card number', ADA.replace('January', '4111111111111111'), 'narration', 'card number'],
    ['a line break in a cell', ADA.replace('Ada Obi', '"Ada\nObi"'), 'account_name', 'line breaks'],
    ['too few cells', ADA.replace(',January salary', ''), 'rows', 'has 5 cells instead of 6'],
    ['a name with a comma', ADA.replace('Ada Obi', 'Obi, Ada'), 'rows', 'has 7 cells instead of 6'],
  ])('%s', async (_what, line, column, reason) => {
    expect(await problemsOf(file(BEN, line))).toEqual([[3, column, matching(reason)]]);
  });

  it('a name in another encoding', async () => {
    const latin1 = Buffer.from(file(ADA.replace('Ada Obi', 'André Obi')), 'latin1');
    expect(await problemsOf(latin1)).toEqual([[2, 'account_name', matching('not UTF-8')]]);
  });

  it('all of them at once, with the right lines after empty lines and breaks inside quotes', async () => {
    const body = [
      HEADER,
      '',
      ADA.replace('058', ''),
      ADA.replace('Ada Obi', '"Ada\r\n\r\nObi"'),
      '',
      ADA.replace('0123456789', '1'),
    ].join('\r\n');
    expect(await problemsOf(body)).toEqual([
      [3, 'bank_code', 'is missing'],
      [4, 'account_name', matching('line breaks')],
      [8, 'account_number', matching('must be 10 digits, not 1')],
    ]);
  });

  it('the first hundred are listed, all are counted, and the detail has the first three', async () => {
    const bad = Array.from({ length: 250 }, () => ADA.replace('058', '').replace('Ada Obi', ''));
    const reply = await send(file(...bad));
    expect(reply.errors).toHaveLength(100);
    expect(reply.errors?.at(-1)).toEqual({ line: 51, field: 'account_name', message: 'is missing' });
    expect(reply).toMatchObject({ status: 400, errorCount: 500 });
    expect(reply.detail).toBe(
      'line 2, bank_code: is missing; line 2, account_name: is missing; line 3, bank_code: is missing; and 497 more',
    );
  });

  it('a quote that is never closed, after the problems before it', async () => {
    const body = file(ADA.replace('058', ''), BEN, ADA.replace('Ada Obi', '"Ada Obi'), BEN);
    expect(await problemsOf(body)).toEqual([
      [2, 'bank_code', 'is missing'],
      [4, 'rows', 'has a quote that is never closed'],
    ]);
  });
});

describe('rows together', () => {
  it('have each reference once, named by line', async () => {
    const repeated = BEN.replace('EMP-2', 'EMP-1');
    expect(await problemsOf(file(ADA, '', repeated))).toEqual([
      [4, 'reference', 'must be unique: it is also in line 2'],
    ]);
  });

  it('pay the same amount to the same account once, while the gateway guards against duplicates', async () => {
    const twin = ADA.replace('EMP-1', 'EMP-3').replace('Ada Obi', 'A Obi');
    expect(await problemsOf(file(ADA, BEN, twin))).toEqual([
      [4, 'amount', matching('the same account and amount as line 2')],
    ]);
    const lenient = await serveBatches({ hasDuplicateGuard: false });
    expect(await send(file(ADA, BEN, twin), { url: lenient.url })).toMatchObject({ status: 200 });
    await lenient.close();
  });

  it('add up to the count and sum that the merchant expects', async () => {
    const query = { expectedCount: '3', expectedSum: '6234.51' };
    expect(await problemsOf(file(ADA, BEN), { query })).toEqual([
      [undefined, 'expectedCount', 'is 3, but the batch has 2 rows'],
      [undefined, 'expectedSum', 'is ₦6,234.51, but the rows add up to ₦6,234.50'],
    ]);
  });

  it('add up to an amount that can be computed exactly', async () => {
    const most = ADA.replace('5000.00', '9999999999999.99');
    expect(await problemsOf(file(most, BEN))).toEqual([
      [undefined, 'rows', 'must not add up to more than ₦9,999,999,999,999.99'],
    ]);
  });

  it('of a batch that breaks at a bad row fit into one batch of the gateway', async () => {
    const many = Array.from({ length: 501 }, (_, n) => `,${100 + n}.00,058,0123456789,Ada Obi,Salary`);
    const query = { onValidationFailure: 'BREAK' };
    expect(await send(file(...many.slice(1)), { query })).toMatchObject({ status: 200 });
    expect(await problemsOf(file(...many), { query })).toEqual([
      [undefined, 'onValidationFailure', matching('must be CONTINUE for more than 500 rows')],
    ]);
  });
});

describe('terms of a file are refused before its rows', () => {
  it.each([
    ['no reference', { reference: '' }, 'reference'],
    ['two hyphens', { reference: 'a--b' }, 'reference'],
    ['no title', { title: '' }, 'title'],
    ['a card number as title', { title: '4111 1111 1111 1111' }, 'title'],
    ['a formula as narration', { narration: '=1+1' }, 'narration'],
    ['another word', { onValidationFailure: 'continue' }, 'onValidationFailure'],
    ['another currency', { currency: 'USD' }, 'currency'],
    ['an unknown parameter', { amount: '1' }, 'amount'],
    ['half a row', { expectedCount: '1.5' }, 'expectedCount'],
    ['a sum with separators', { expectedSum: '6,234.50' }, 'expectedSum'],
    ['a malformed earlier batch', { retryOf: 'a|b' }, 'retryOf'],
    ['a day without a time', { startAt: '2027-01-31' }, 'startAt'],
    ['a start in two years', { startAt: '2099-01-31T09:00:00' }, 'startAt'],
    ['an end before its start', { startAt: '2027-01-31T09:00', notAfter: '2027-01-31T09:00' }, 'notAfter'],
  ])('%s', async (_what, query, field) => {
    expect(await problemsOf('nothing', { query })).toEqual([[undefined, field, expect.any(String)]]);
  });

  it('a request without reference and Idempotency-Key says why it needs one', async () => {
    const reply = await request(`${api.url}/v1/batches?title=x&onValidationFailure=CONTINUE`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: file(ADA),
    });
    expect(await reply.body.json()).toMatchObject({
      status: 400,
      errors: [{ field: 'reference', message: matching('a repeated request would pay again') }],
    });
  });

  it('a parameter that occurs twice', async () => {
    const reply = await request(
      `${api.url}/v1/batches?reference=a&title=x&title=y&onValidationFailure=BREAK`,
      { method: 'POST', headers: { 'content-type': 'text/csv' }, body: file(ADA) },
    );
    expect(await reply.body.json()).toMatchObject({ status: 400, errors: [{ field: 'title' }] });
  });
});

describe('other bodies', () => {
  it.each([
    ['another type', { 'content-type': 'application/vnd.ms-excel' }, 415],
    ['another charset', { 'content-type': 'text/csv; charset=windows-1252' }, 415],
    ['a compressed file', { 'content-encoding': 'gzip' }, 415],
  ])('%s is refused', async (_what, headers, status) => {
    expect(await send(file(ADA), { headers })).toMatchObject({ status });
  });

  it('UTF-8 may be declared', async () => {
    const headers = { 'content-type': 'text/csv; charset="UTF-8"' };
    expect(await send(file(ADA), { headers })).toMatchObject({ status: 200 });
  });
});
