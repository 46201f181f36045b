import { describe, expect, test } from 'vitest';
import { type EndpointName, ENDPOINTS } from '../../src/gateway/endpoints.js';
import { PAID } from '../fixtures/gateway/records.js';
import { CASES } from './contract/cases.js';
import { connect, ok, startLoopback, tokenReply } from './loopback.js';
import { recordingLog } from './recording-log.js';

async function ask(replies: unknown) {
  const gateway = await startLoopback(() => ok(replies));
  const log = recordingLog();
  const client = connect(gateway.url, { log });
  const call = () => client.call(ENDPOINTS.getTransaction, { transactionReference: 'x' });
  return { answer: await call(), call, log };
}

test('an unknown field, word and time format are reported, and pass through', async () => {
  const { answer, log } = await ask({
    ...PAID,
    paymentStatus: 'ABANDONED',
    paidOn: 'Saturday morning',
    loyaltyPoints: 7,
    customer: { email: 'ada@example.com', name: 'Ada Obi', shoeSize: 38 },
    accountPayments: [{ amountPaid: '1.00', channel: 'USSD' }],
  });
  expect(answer).toMatchObject({
    kind: 'ok',
    body: { paymentStatus: 'ABANDONED', paidOn: null, loyaltyPoints: 7, customer: { shoeSize: 38 } },
  });
  expect(log.warnings).toMatchObject([
    {
      endpoint: 'getTransaction',
      drift: [
        'paidOn=[time format]',
        'paymentStatus=ABANDONED',
        'accountPayments.channel',
        'customer.shoeSize',
        'loyaltyPoints',
      ],
    },
  ]);
});

test('names only: neither the value of a field nor an odd name or word is repeated', async () => {
  const { log } = await ask({
    ...PAID,
    secretNote: 'ada@example.com',
    'ada@example.com': 1,
    paymentStatus: 'Ada Obi',
  });
  expect(log.warnings).toMatchObject([
    { drift: ['paymentStatus=[another word]', 'secretNote', '[odd name]'] },
  ]);
  expect(JSON.stringify(log.warnings)).not.toMatch(/Obi|example/);
});

test('the same drift is reported once', async () => {
  const { call, log } = await ask({ ...PAID, loyaltyPoints: 7 });
  await call();
  expect(log.warnings).toHaveLength(1);
});

describe('a new field breaks no endpoint', () => {
  const readable = (Object.keys(CASES) as EndpointName[]).filter((name) => CASES[name].replies !== undefined);

  test.each(readable)('%s', async (name) => {
    const { replies, request } = CASES[name];
    const grown = Array.isArray(replies) ? replies.map(grow) : grow(replies);
    const reply = () => ok(grown);
    const gateway = await startLoopback(reply, name === 'login' ? reply : () => tokenReply());
    const log = recordingLog();
    const answer = await connect(gateway.url, { log }).call(ENDPOINTS[name], request);
    expect(answer.kind).toBe('ok');
    expect(log.warnings).toMatchObject([{ endpoint: name, drift: ['brandNew'] }]);
  });
});

const grow = (record: unknown) => ({ ...(record as object), brandNew: { nested: [1, null] } });
