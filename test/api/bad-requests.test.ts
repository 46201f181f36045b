import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from 'undici';
import type { Serving } from '../../src/cli/serve.js';
import { serveApi } from '../support/api/serve-api.js';
import { untouchedClient } from '../support/api/untouched-client.js';

let api: Serving;
beforeAll(async () => {
  api = await serveApi(untouchedClient());
});
afterAll(() => api.close());

async function send(body: string, headers: Record<string, string> = {}, path = '/v1/checkouts') {
  const reply = await request(`${api.url}${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer key', 'content-type': 'application/json', ...headers },
    body,
  });
  const text = await reply.body.text();
  expect(reply.headers['content-type']).toContain('application/problem+json');
  expect(text).not.toContain('    at ');
  const problem = JSON.parse(text) as {
    type: string;
    moneyMoved: string;
    detail: string;
    errors?: { field: string }[];
  };
  return { status: reply.statusCode, ...problem };
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const good = { reference: 'order-1', amount: '2500.00', customer: { email: 'ada@example.com' } };

describe('a bad request is answered with a problem that names the field', () => {
  it.each([
    ['no amount', { ...good, amount: undefined }, 'amount'],
    ['an amount as a number', { ...good, amount: 2500 }, 'amount'],
    ['an amount with three decimals', { ...good, amount: '2500.001' }, 'amount'],
    ['a negative amount', { ...good, amount: '-20.00' }, 'amount'],
    ['an amount under the minimum', { ...good, amount: '19.99' }, 'amount'],
    ['an amount over the safe range', { ...good, amount: '99999999999999999' }, 'amount'],
    ['both forms of amount', { ...good, amountKobo: 250_000 }, 'amount'],
    ['half a kobo', { ...good, amount: undefined, amountKobo: 2_000.5 }, 'amountKobo'],
    ['another currency', { ...good, currency: 'USD' }, 'currency'],
    ['no customer', { ...good, customer: undefined }, 'customer'],
    ['a wrong e-mail', { ...good, customer: { email: 'ada' } }, 'customer.email'],
    ['an unknown field', { ...good, amuont: '1' }, 'amuont'],
    ['an unknown field deep inside', { ...good, customer: { email: 'a@b.ng', bvn: '1' } }, 'customer.bvn'],
    ['a reference with a bar', { ...good, reference: 'a|b' }, 'reference'],
    ['a reference that is too long', { ...good, reference: 'x'.repeat(53) }, 'reference'],
    ['a script as redirect', { ...good, redirectUrl: 'javascript:alert(1)' }, 'redirectUrl'],
    ['a redirect with a line break', { ...good, redirectUrl: 'https://a\r\nb.ng' }, 'redirectUrl'],
    ['a redirect with a tab', { ...good, redirectUrl: 'https://a\tb.ng' }, 'redirectUrl'],
    ['a redirect with spaces around it', { ...good, redirectUrl: ' https://a.ng ' }, 'redirectUrl'],
    ['a redirect with a zero byte', { ...good, redirectUrl: 'https://a.ng/\u0000' }, 'redirectUrl'],
    ['a redirect that turns', { ...good, redirectUrl: 'https://a.ng/\u202egnp.exe' }, 'redirectUrl'],
    ['a list as body', [good], '(body)'],
  ])('%s', async (_what, body, field) => {
    const reply = await send(JSON.stringify(body));
    expect(reply).toMatchObject({ status: 400, type: '/problems/invalid', moneyMoved: 'no' });
    expect(reply.errors?.map((error) => error.field)).toContain(field);
  });

  const invoice = {
    ...good,
    customer: { email: 'ada@example.com', name: 'Ada Obi' },
    description: 'School fees',
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  };

  it.each([
    ['no amount', { ...invoice, amount: undefined }, 'amount'],
    ['an amount under the minimum', { ...invoice, amount: '19.99' }, 'amount'],
    ['no customer name', { ...invoice, customer: { email: 'ada@example.com' } }, 'customer.name'],
    ['a wrong e-mail', { ...invoice, customer: { ...invoice.customer, email: 'ada' } }, 'customer.email'],
    ['no description', { ...invoice, description: undefined }, 'description'],
    ['an empty description', { ...invoice, description: '' }, 'description'],
    ['no expiry', { ...invoice, expiresAt: undefined }, 'expiresAt'],
    ['an expiry in the past', { ...invoice, expiresAt: '2020-01-31T10:00:00Z' }, 'expiresAt'],
    ['an expiry in two years', { ...invoice, expiresAt: inDays(730) }, 'expiresAt'],
    ['a day that does not exist', { ...invoice, expiresAt: '2027-02-31T10:00:00Z' }, 'expiresAt'],
    ['a day without a time', { ...invoice, expiresAt: '2027-02-28' }, 'expiresAt'],
    ['an expiry in words', { ...invoice, expiresAt: 'tomorrow' }, 'expiresAt'],
    ['an expiry as a number', { ...invoice, expiresAt: Date.now() + 86_400_000 }, 'expiresAt'],
    ['a malformed account reference', { ...invoice, accountReference: 'a|b' }, 'accountReference'],
    ['a reference with a bar', { ...invoice, reference: 'a|b' }, 'reference'],
    ['a script as redirect', { ...invoice, redirectUrl: 'javascript:alert(1)' }, 'redirectUrl'],
    ['an unknown field', { ...invoice, channels: ['page'] }, 'channels'],
  ])('an invoice with %s', async (_what, body, field) => {
    const reply = await send(JSON.stringify(body), {}, '/v1/invoices');
    expect(reply).toMatchObject({ status: 400, type: '/problems/invalid', moneyMoved: 'no' });
    expect(reply.errors?.map((error) => error.field)).toContain(field);
  });

  it.each(['confirm', 'cancel'])('%s of an invoice with a malformed reference', async (action) => {
    const reply = await send('{}', {}, `/v1/invoices/a%7Cb/${action}`);
    expect(reply).toMatchObject({ status: 404, type: '/problems/not-found' });
  });

  it.each([
    ['no reason', { decision: 'accept' }, 'reason'],
    ['an empty reason', { decision: 'accept', reason: ' ' }, 'reason'],
    ['another decision', { decision: 'refund', reason: 'they asked' }, 'decision'],
  ])('a resolution of a review item with %s', async (_what, body, field) => {
    const reply = await send(JSON.stringify(body), {}, '/v1/invoices/inv-1/review-items/paid-late/resolve');
    expect(reply).toMatchObject({ status: 400, errors: [{ field }] });
  });

  it('an Idempotency-Key and a different reference', async () => {
    const reply = await send(JSON.stringify(good), { 'idempotency-key': 'order-2' });
    expect(reply).toMatchObject({ status: 400, errors: [{ field: 'reference' }] });
  });

  it.each([
    ['broken JSON', '{"amount":', {}, 400],
    ['another content type', 'amount=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    [
      'a body in UTF-16',
      Buffer.from('{}', 'utf16le').toString(),
      { 'content-type': 'application/json; charset=utf-16le' },
      415,
    ],
    ['a body in UTF-7', '{}', { 'content-type': 'application/json; charset=utf-7' }, 415],
    ['a body in Latin-1', '{}', { 'content-type': 'application/json;charset="iso-8859-1"' }, 415],
    ['a body in UTF-8', '{}', { 'content-type': 'application/json; charset=UTF-8' }, 400],
    ['a number as body', '5', {}, 400],
    ['a body of 2 MB', JSON.stringify({ ...good, description: 'x'.repeat(2_000_000) }), {}, 413],
    ['no key', '{}', { authorization: '' }, 401],
    ['a wrong key', '{}', { authorization: 'Bearer kez' }, 401],
    ['a key in another form', '{}', { authorization: 'Basic a2V5' }, 401],
  ])('%s', async (_what, body, headers, status) => {
    expect(await send(body, headers)).toMatchObject({ status, moneyMoved: 'no' });
  });

  it('a path that does not exist', async () => {
    const reply = await send('{}', {}, '/v1/chekouts');
    expect(reply).toMatchObject({ status: 404, type: '/problems/no-such-route' });
  });

  it('a malformed reference', async () => {
    const reply = await send('{}', {}, '/v1/checkouts/a%7Cb/virtual-account');
    expect(reply).toMatchObject({ status: 404, type: '/problems/not-found' });
  });

  it('a reference beyond the maximum length', async () => {
    const body = JSON.stringify({ decision: 'accept', reason: 'it is fine' });
    const path = `/v1/invoices/${'x'.repeat(501)}/review-items/paid-late/resolve`;
    expect(await send(body, {}, path)).toMatchObject({ status: 404, type: '/problems/not-found' });
  });

  it.each([
    ['an empty', ''],
    ['an endless', 'k'.repeat(256)],
  ])('%s Idempotency-Key of a command', async (_what, key) => {
    const reply = await send('{}', { 'idempotency-key': key }, '/v1/checkouts/order-1/cancel');
    expect(reply).toMatchObject({ status: 400, errors: [{ field: 'Idempotency-Key' }] });
  });

  it('a path with a broken encoding', async () => {
    expect(await send('{}', {}, '/v1/checkouts/%E0%A4%A/virtual-account')).toMatchObject({ status: 400 });
  });

  it('an event with an empty body, however signed', async () => {
    const reply = await send('', { 'service-signature': 'x' }, '/webhooks/gateway');
    expect(reply).toMatchObject({ status: 401, type: '/problems/bad-signature' });
  });
});
