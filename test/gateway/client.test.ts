import { expect, test } from 'vitest';
import { kobo } from '../../src/domain/money.js';
import { ENDPOINTS } from '../../src/gateway/endpoints.js';
import { GatewayError } from '../../src/gateway/http/errors.js';
import { INITIALIZED, PAID } from '../fixtures/gateway/records.js';
import { connect, CONTRACT, KEYS, ok, refusal, startLoopback, tokenReply } from './loopback.js';

const CHECKOUT = {
  amount: kobo(100_50),
  customerEmail: 'ada@example.com',
  paymentReference: 'order-1',
  currencyCode: 'NGN',
} as const;

async function failureOf(call: Promise<unknown>): Promise<GatewayError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(GatewayError);
  return error as GatewayError;
}

test('logs in with the keys, then calls with the token and the amount digit by digit', async () => {
  const gateway = await startLoopback(() => ok(INITIALIZED));
  const answer = await connect(gateway.url).call(ENDPOINTS.initTransaction, CHECKOUT);

  expect(answer).toMatchObject({ kind: 'ok', body: { checkoutUrl: INITIALIZED.checkoutUrl } });
  const basic = Buffer.from(`${KEYS.apiKey}:${KEYS.secretKey}`).toString('base64');
  expect(gateway.logins).toHaveLength(1);
  expect(gateway.logins[0]).toMatchObject({ method: 'POST', body: '' });
  expect(gateway.logins[0]?.headers.authorization).toBe(`Basic ${basic}`);
  const [request] = gateway.received;
  expect(request?.headers.authorization).toBe('Bearer token-1');
  expect(request?.headers['content-type']).toBe('application/json');
  expect(request?.body).toBe(
    '{"amount":100.50,"customerEmail":"ada@example.com","paymentReference":"order-1",' +
      `"currencyCode":"NGN","contractCode":"${CONTRACT}"}`,
  );
});

test('percent-encodes the bars of a reference exactly once, in paths and in queries', async () => {
  const gateway = await startLoopback(() => ok(PAID));
  const client = connect(gateway.url);
  await client.call(ENDPOINTS.getTransaction, { transactionReference: 'MNFY|09|2026|1' });
  await client.call(ENDPOINTS.queryTransaction, { transactionReference: 'MNFY%7C09|2026 1' });
  expect(gateway.received.map(({ url }) => url)).toEqual([
    '/api/v2/transactions/MNFY%7C09%7C2026%7C1',
    '/api/v2/merchant/transactions/query?transactionReference=MNFY%257C09%7C2026%201',
  ]);
});

test('gives amounts as kobo and times as UTC', async () => {
  const gateway = await startLoopback(() => ok(PAID));
  const answer = await connect(gateway.url).call(ENDPOINTS.getTransaction, { transactionReference: 'x' });
  expect(answer).toMatchObject({
    kind: 'ok',
    body: { amountPaid: 100_50, settlementAmount: 98_99, paidOn: '2026-01-31T09:16:02.000Z' },
  });
});

test('two hundred calls with an expired token log in once', async () => {
  let live = 'old';
  const gateway = await startLoopback(
    ({ headers }) =>
      headers.authorization === `Bearer ${live}`
        ? ok(PAID)
        : { status: 401, body: { error: 'invalid_token', error_description: 'Access token expired: old' } },
    () => tokenReply(live),
  );
  const client = connect(gateway.url);
  const ask = () => client.call(ENDPOINTS.getTransaction, { transactionReference: 'x' });
  await ask();
  live = 'new';
  const answers = await Promise.all(Array.from({ length: 200 }, ask));

  expect(answers.every(({ kind }) => kind === 'ok')).toBe(true);
  expect(gateway.logins).toHaveLength(2);
});

test('renews the token before it expires', async () => {
  let now = 0;
  const gateway = await startLoopback(() => ok(PAID));
  const client = connect(gateway.url, { now: () => now });
  const ask = () => client.call(ENDPOINTS.getTransaction, { transactionReference: 'x' });
  await ask();
  now = 3_539_000;
  await ask();
  expect(gateway.logins).toHaveLength(1);
  now = 3_541_000;
  await ask();
  expect(gateway.logins).toHaveLength(2);
});

test('a token that is refused twice is a failure, without a third attempt', async () => {
  const gateway = await startLoopback(() => refusal(401, 'Unauthorized'));
  const error = await failureOf(connect(gateway.url).call(ENDPOINTS.initTransaction, CHECKOUT));
  expect(error.kind).toBe('not-authorised');
  expect(gateway.received).toHaveLength(2);
});

test('a call whose login fails was not sent', async () => {
  const gateway = await startLoopback(
    () => ok(INITIALIZED),
    () => ({ status: 502, body: '<html>' }),
  );
  const error = await failureOf(connect(gateway.url).call(ENDPOINTS.initTransaction, CHECKOUT));
  expect(error.kind).toBe('unreachable');
  expect(error.message).toContain('not sent');
  expect(gateway.received).toHaveLength(0);
});

test('a used reference is an answer', async () => {
  const gateway = await startLoopback(() => refusal(422, 'Duplicate payment reference'));
  const answer = await connect(gateway.url).call(ENDPOINTS.initTransaction, CHECKOUT);
  expect(answer).toEqual({ kind: 'reference-used', code: '99', message: 'Duplicate payment reference' });
});

test('an unknown transaction is an answer only when the gateway itself reports it', async () => {
  let reply: ReturnType<typeof refusal> = refusal(404, 'There is no transaction');
  const gateway = await startLoopback(() => reply);
  const ask = () => connect(gateway.url).call(ENDPOINTS.getTransaction, { transactionReference: 'x' });
  expect((await ask()).kind).toBe('not-found');
  reply = { status: 404, body: '<h1>Not Found</h1>' };
  expect((await failureOf(ask())).kind).toBe('contract-violated');
});

test('a refused connection means that nothing was sent', async () => {
  const gateway = await startLoopback(() => ok(INITIALIZED));
  const client = connect(gateway.url);
  await client.call(ENDPOINTS.initTransaction, CHECKOUT);
  gateway.close();
  const second = await failureOf(connect(gateway.url).call(ENDPOINTS.initTransaction, CHECKOUT));
  expect(second.kind).toBe('unreachable');
});

test.each([
  ['cut off before the reply', 'initTransaction', 'outcome-unknown'],
  ['cut off before the reply', 'getTransaction', 'unreachable'],
] as const)('a connection %s makes %s %s', async (_, name, kind) => {
  const gateway = await startLoopback((_request, response) => {
    response.socket?.destroy();
    return undefined;
  });
  const client = connect(gateway.url);
  const error = await failureOf(
    name === 'initTransaction'
      ? client.call(ENDPOINTS.initTransaction, CHECKOUT)
      : client.call(ENDPOINTS.getTransaction, { transactionReference: 'x' }),
  );
  expect(error.kind).toBe(kind);
  expect(gateway.received).toHaveLength(1);
});

test('the deadline covers the body', async () => {
  const gateway = await startLoopback((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"requestSuccessful":');
    return undefined;
  });
  const client = connect(gateway.url, { deadlineMs: 100 });
  const error = await failureOf(client.call(ENDPOINTS.initTransaction, CHECKOUT));
  expect(error.kind).toBe('outcome-unknown');
  expect(error.message).toContain('no reply within 100 ms');
});

test('a truncated body is a lost reply, not a bad one', async () => {
  const gateway = await startLoopback((_request, response) => {
    response.writeHead(200, { 'content-length': '500' });
    response.write('{"requestSuccessful":true,');
    response.socket?.end();
    return undefined;
  });
  const error = await failureOf(connect(gateway.url).call(ENDPOINTS.initTransaction, CHECKOUT));
  expect(error.kind).toBe('outcome-unknown');
});

test('a call that waits for a free connection until its deadline was not sent', async () => {
  const giveUp = new AbortController();
  const gateway = await startLoopback(() => undefined);
  const client = connect(gateway.url, { connections: 1 });
  const first = failureOf(client.call(ENDPOINTS.initTransaction, CHECKOUT, { signal: giveUp.signal }));
  await expect.poll(() => gateway.received.length).toBe(1);
  // the first call holds the only connection until the second one's deadline is over
  const brief = { ...ENDPOINTS.initTransaction, deadlineMs: 100 };
  const second = await failureOf(client.call(brief, CHECKOUT));
  giveUp.abort(new Error('no longer needed'));
  expect([(await first).kind, second.kind]).toEqual(['outcome-unknown', 'unreachable']);
  expect(gateway.received).toHaveLength(1);
});

test('the caller can abort a call', async () => {
  const giveUp = new AbortController();
  const gateway = await startLoopback(() => {
    giveUp.abort(new Error('no longer needed'));
    return undefined;
  });
  const error = await failureOf(
    connect(gateway.url).call(ENDPOINTS.initTransaction, CHECKOUT, { signal: giveUp.signal }),
  );
  expect(error).toMatchObject({ kind: 'outcome-unknown' });
});

test('the failure names the call, and no value from it', async () => {
  const gateway = await startLoopback(() =>
    refusal(400, 'Customer ada@example.com of key S3CRETKEYS3CRETKEYS3CRETKEYS3CRE'),
  );
  const error = await failureOf(connect(gateway.url).call(ENDPOINTS.initTransaction, CHECKOUT));
  expect(error.kind).toBe('rejected-request');
  expect(error.message).toBe(
    'initTransaction: refused with HTTP 400, code 99: Customer [redacted] of key [redacted]',
  );
  expect(error.context).toMatchObject({
    endpoint: 'initTransaction',
    method: 'POST',
    path: '/api/v1/merchant/transactions/init-transaction',
    httpStatus: 400,
    responseCode: '99',
  });
});
