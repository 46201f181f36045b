import { Registry } from 'prom-client';
import { request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import type { ApiLog } from '../../src/api/log.js';
import { redactedExcerpt } from '../../src/api/redacted-excerpt.js';
import type { Serving } from '../../src/cli/serve.js';
import { type OwareClient, UnavailableError } from '../../src/client/client.js';
import { createMetrics } from '../../src/metrics/metrics.js';
import { API_METRICS } from '../../src/metrics/table.js';
import { serveApi } from '../support/api/serve-api.js';
import { untouchedClient } from '../support/api/untouched-client.js';
import { waitUntil } from '../support/wait-until.js';

let api: Serving;
afterEach(() => api.close());

type Line = Readonly<Record<string, unknown>>;

function createLines() {
  const lines: Line[] = [];
  const line = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, message, ...fields });
  const log: ApiLog = { info: line('info'), warn: line('warn'), error: line('error') };
  return { lines, log };
}

async function call(method: 'GET' | 'POST', path: string, body?: unknown, more: Record<string, string> = {}) {
  const headers = { authorization: 'Bearer key', 'content-type': 'application/json', ...more };
  const reply = await request(`${api.url}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: reply.statusCode, headers: reply.headers, text: await reply.body.text() };
}

const checkout = { reference: 'order-1', amount: '2500.00', customer: { email: 'ada@example.com' } };
const CARD = '4111 1111 1111 1111';

describe('a card number is refused, and the reply names the field and not the value', () => {
  const invoice = {
    ...checkout,
    customer: { email: 'ada@example.com', name: 'Ada Obi' },
    description: 'Shoes',
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  };
  const account = {
    reference: 'account-1',
    accountName: 'Ada',
    bvn: '22123456789',
    customer: invoice.customer,
  };
  it.each([
    ['checkouts', { ...checkout, reference: '4111111111111111' }, 'reference'],
    ['checkouts', { ...checkout, reference: '08031234567' }, 'reference'],
    ['checkouts', { ...checkout, description: `paid with ${CARD}` }, 'description'],
    ['checkouts', { ...checkout, customer: { ...checkout.customer, name: CARD } }, 'customer.name'],
    ['invoices', { ...invoice, description: CARD }, 'description'],
    ['invoices', { ...invoice, accountReference: '4111111111111111' }, 'accountReference'],
    ['reserved-accounts', { ...account, accountName: CARD }, 'accountName'],
  ])('%s %#', async (path, body, field) => {
    api = await serveApi(untouchedClient());
    const { status, text } = await call('POST', `/v1/${path}`, body);
    expect(status).toBe(400);
    expect((JSON.parse(text) as { errors: { field: string }[] }).errors.map((error) => error.field)).toEqual([
      field,
    ]);
    expect(text).not.toMatch(/4111|0803/);
  });

  it.each(['4111111111111111', CARD, '22123456789'])('as Idempotency-Key: %s', async (key) => {
    api = await serveApi(untouchedClient());
    const { amount, customer } = checkout;
    const unnamed = { amount, customer };
    for (const [path, body] of [
      ['/v1/checkouts', unnamed],
      ['/v1/checkouts/order-1/cancel', {}],
    ] as const) {
      const { status, text } = await call('POST', path, body, { 'idempotency-key': key });
      expect(status).toBe(400);
      expect(text).toContain('Idempotency-Key');
      expect(text).not.toContain(key);
    }
  });
});

describe('replies', () => {
  it('are not cached and not sniffed', async () => {
    api = await serveApi(untouchedClient());
    for (const { headers } of [
      await call('GET', '/v1/checkouts/order-1'),
      await call('POST', '/v1/nothing', {}),
    ]) {
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    }
  });

  it.each([
    ['an amount', { ...checkout, amount: 'SECRET-VALUE' }],
    ['an amount with too many decimals', { ...checkout, amount: '99887.7661' }],
    ['a number', { ...checkout, amount: undefined, amountKobo: -99887 }],
    ['another type', { ...checkout, customer: { email: 99887 } }],
    ['a currency', { ...checkout, currency: 'SECRET-VALUE' }],
    ['a channel', { ...checkout, channels: ['SECRET-VALUE'] }],
    ['an address', { ...checkout, redirectUrl: 'SECRET-VALUE' }],
    ['the name of a field that is a value', { ...checkout, 'SECRET-VALUE 99887': 1 }],
  ])('do not repeat %s that was wrong', async (_what, body) => {
    api = await serveApi(untouchedClient());
    const { status, text } = await call('POST', '/v1/checkouts', body);
    expect(status).toBe(400);
    expect(text).not.toMatch(/SECRET-VALUE|99887/);
  });

  it('refuse a redirectUrl of more than 2,048 characters', async () => {
    api = await serveApi(untouchedClient());
    const redirectUrl = `https://shop.example/${'x'.repeat(2_048)}`;
    const { status, text } = await call('POST', '/v1/checkouts', { ...checkout, redirectUrl });
    expect(status).toBe(400);
    expect(text).toContain('redirectUrl: must be at most 2,048 characters');
  });

  it('show metrics only where they are enabled', async () => {
    api = await serveApi(untouchedClient());
    expect((await call('GET', '/metrics')).status).toBe(404);
    await api.close();
    api = await serveApi(untouchedClient(), { shownMetrics: new Registry() });
    expect((await call('GET', '/metrics')).status).toBe(200);
  });

  it('are measured by route, and no reference becomes a label', async () => {
    const metrics = createMetrics(API_METRICS);
    const checkouts = { get: () => Promise.reject(new UnavailableError('away')) };
    api = await serveApi({ ...untouchedClient(), checkouts } as unknown as OwareClient, { metrics });
    await call('POST', '/v1/checkouts', { reference: 'order-of-ada' });
    await call('GET', '/v1/checkouts/order-of-ada');
    await call('GET', '/v1/no-such-thing/order-of-ada');
    await call('POST', '/webhooks/gateway', {});
    const count = (labels: string) => `oware_api_request_seconds_count{${labels}} 1`;
    await waitUntil('the end of all requests', async () => {
      const text = await metrics.registry.metrics();
      return text.includes('/webhooks/gateway');
    });
    const text = await metrics.registry.metrics();
    expect(text).toContain(count('method="POST",route="/v1/checkouts/",status="400"'));
    expect(text).toContain(count('method="GET",route="/v1/checkouts/:anyReference",status="503"'));
    expect(text).toContain(count('method="GET",route="none",status="404"'));
    expect(text).toContain(count('method="POST",route="/webhooks/gateway",status="401"'));
    expect(text).not.toContain('order-of-ada');
  });

  it('read fresh data from the gateway five times, and then at a low rate', async () => {
    const reservedAccounts = { get: () => Promise.reject(new UnavailableError('away')) };
    const oware = { ...untouchedClient(), reservedAccounts } as unknown as OwareClient;
    api = await serveApi(oware);
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++)
      statuses.push((await call('GET', '/v1/reserved-accounts/a?fresh=true')).status);
    expect(statuses).toEqual([503, 503, 503, 503, 503, 429, 429]);
    expect((await call('GET', '/v1/reserved-accounts/a')).status).toBe(503);
    expect((await call('GET', '/v1/reserved-accounts/b?fresh=true')).status).toBe(503);
  });
});

describe('an unmatched event keeps the names and types of its fields', () => {
  it('and of its values only those that identify the payment and its amount', async () => {
    api = await serveApi(untouchedClient());
    const eventData = {
      transactionReference: 'MNFY|20|1',
      paymentStatus: 'PAID',
      amountPaid: 2500,
      customer: { name: 'Ada Obi', email: 'ada@example.com' },
      accountNumber: '0123456789',
      cardReference: '4111111111111111',
      rows: [{ a: 1 }, { a: 2 }, { a: 3 }, { a: 4 }],
      done: true,
      nothing: null,
    };
    expect(JSON.parse(redactedExcerpt(Buffer.from(JSON.stringify({ eventType: 'NEW', eventData }))))).toEqual(
      {
        eventType: 'NEW',
        eventData: {
          transactionReference: 'MNFY|20|1',
          paymentStatus: 'PAID',
          amountPaid: 2500,
          customer: { name: '(text of 7 characters)', email: '(text of 15 characters)' },
          accountNumber: '(text of 10 characters)',
          cardReference: '(text of 16 characters)',
          rows: [{ a: '(number)' }, { a: '(number)' }, { a: '(number)' }, '(1 more)'],
          done: true,
          nothing: null,
        },
      },
    );
    expect(redactedExcerpt(Buffer.from('Ada Obi, 4111'))).toBe('(13 bytes that are not JSON)');
  });
});

describe('every request has an id', () => {
  it('that is in the reply, and in each log line with reference and workflow id', async () => {
    const { lines, log } = createLines();
    const checkouts = { get: () => Promise.reject(new UnavailableError('away')) };
    api = await serveApi({ ...untouchedClient(), checkouts } as unknown as OwareClient, { log });
    const { headers } = await call('GET', '/v1/checkouts/order-1', undefined, { 'x-request-id': 'shop:17' });
    expect(headers['x-request-id']).toBe('shop:17');
    await waitUntil('both lines', () => lines.length === 2);
    const facts = { requestId: 'shop:17', reference: 'order-1', workflowId: 'checkout:order-1' };
    expect(lines).toMatchObject([
      { level: 'warn', ...facts },
      { level: 'info', ...facts, method: 'GET', route: '/v1/checkouts/:anyReference', status: 503 },
    ]);
  });

  it.each(['', 'a b', 'x'.repeat(65), '4111111111111111', '<script>'])(
    'and %j is replaced by a new one',
    async (given) => {
      api = await serveApi(untouchedClient());
      const { headers } = await call('GET', '/v1/checkouts/order-1', undefined, { 'x-request-id': given });
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it('also for a create, and log lines never contain other parts of a path', async () => {
    const { lines, log } = createLines();
    api = await serveApi(untouchedClient(), { log });
    await call('POST', '/v1/checkouts', checkout);
    await call('GET', '/return/order-1/SECRET-TOKEN?x=4111');
    await call('GET', '/v1/checkouts/4111111111111111');
    await call('GET', '/SECRET-TOKEN');
    await waitUntil('all lines', () => lines.filter(({ level }) => level === 'info').length === 4);
    expect(lines).toContainEqual(
      expect.objectContaining({
        route: '/v1/checkouts/',
        reference: 'order-1',
        workflowId: 'checkout:order-1',
      }),
    );
    expect(JSON.stringify(lines.filter(({ level }) => level === 'info'))).not.toMatch(/SECRET-TOKEN|4111/);
  });
});
