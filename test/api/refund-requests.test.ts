import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRefundRequest } from '../../src/requests/refund.js';
import type { Serving } from '../../src/cli/serve.js';
import { serveApi } from '../support/api/serve-api.js';
import { untouchedClient } from '../support/api/untouched-client.js';

let api: Serving;
beforeAll(async () => {
  api = await serveApi(untouchedClient());
});
afterAll(() => api.close());

async function send(method: 'GET' | 'POST', path: string, body?: unknown) {
  const reply = await request(`${api.url}${path}`, {
    method,
    headers: {
      authorization: 'Bearer key',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await reply.body.text();
  return { status: reply.statusCode, text, ...(JSON.parse(text) as { errors?: { field: string }[] }) };
}

const good = {
  reference: 'back-1',
  transactionReference: 'MNFY|1',
  amount: '1500.00',
  refundReason: 'Broken calabash',
  customerNote: 'Sorry',
};
const to = { bankCode: '058', accountNumber: '0100000001', accountName: 'Ada Obi' };

describe('a bad request for a refund names the field, and nothing is sent', () => {
  it.each([
    ['no reference and no key', { ...good, reference: undefined }, 'reference'],
    ['a derived reference', { ...good, reference: 'order-1--r1' }, 'reference'],
    ['no transaction', { ...good, transactionReference: undefined }, 'transactionReference'],
    ['an empty transaction', { ...good, transactionReference: '' }, 'transactionReference'],
    ['an endless transaction', { ...good, transactionReference: 'x'.repeat(501) }, 'transactionReference'],
    ['no amount', { ...good, amount: undefined }, 'amount'],
    ['an amount as a number', { ...good, amount: 1500 }, 'amount'],
    ['a fraction of a kobo', { ...good, amount: '1500.001' }, 'amount'],
    ['a negative amount', { ...good, amount: '-1500.00' }, 'amount'],
    ['no reason', { ...good, refundReason: undefined }, 'refundReason'],
    ['a reason of 65 characters', { ...good, refundReason: 'x'.repeat(65) }, 'refundReason'],
    ['a card number as reason', { ...good, refundReason: '4111111111111111' }, 'refundReason'],
    ['a note of 17 characters', { ...good, customerNote: 'x'.repeat(17) }, 'customerNote'],
    [
      'half a destination',
      { ...good, destination: { ...to, accountNumber: undefined } },
      'destination.accountNumber',
    ],
    [
      'a destination without the name of its owner',
      { ...good, destination: { ...to, accountName: undefined } },
      'destination.accountName',
    ],
    [
      'a malformed account',
      { ...good, destination: { ...to, accountNumber: '1' } },
      'destination.accountNumber',
    ],
    ['an unknown field', { ...good, currency: 'NGN' }, 'currency'],
  ])('%s', async (_what, body, field) => {
    const { status, errors, text } = await send('POST', '/v1/refunds', body);
    expect({ status, fields: errors?.map((error) => error.field) }).toMatchObject({
      status: 400,
      fields: [field],
    });
    expect(text).not.toContain('4111111111111111');
  });

  it('a read of a transaction with a filter of lists, and one of a reference that cannot exist', async () => {
    expect(await send('GET', '/v1/refunds?transactionReference=MNFY%7C1&state=PAID')).toMatchObject({
      status: 400,
      errors: [{ field: 'state' }],
    });
    expect(await send('GET', '/v1/refunds/order-1--i2')).toMatchObject({ status: 404 });
  });

  it('one of a checkout or an invoice that does not exist', async () => {
    const body = { ...good, transactionReference: undefined };
    expect(await send('POST', '/v1/checkouts/order-1/refunds', body)).toMatchObject({ status: 404 });
    expect(await send('POST', '/v1/invoices/order-1/refunds', body)).toMatchObject({ status: 404 });
  });
});

it('a request for a refund becomes its terms, with the note that the gateway requires', () => {
  const body = { ...good, customerNote: undefined, destination: to };
  expect(readRefundRequest(body, undefined)).toEqual({
    transactionReference: 'MNFY|1',
    terms: {
      refundReference: 'back-1',
      amountKobo: 150_000,
      refundReason: 'Broken calabash',
      customerNote: 'Refund',
      destination: to,
    },
  });
});
