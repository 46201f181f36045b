import { request } from 'undici';
import { expect, it, vi } from 'vitest';
import type { ApiLog } from '../../src/api/log.js';
import { createRefusedEvents, type RefusedEventsOptions } from '../../src/api/refused-events.js';
import { UnavailableError } from '../../src/client/client.js';
import { signEvent } from '../../src/gateway/signature.js';
import { createMetrics } from '../../src/metrics/metrics.js';
import { API_METRICS } from '../../src/metrics/table.js';
import { serveApi, SILENT } from '../support/api/serve-api.js';
import { untouchedClient } from '../support/api/untouched-client.js';
import { waitUntil } from '../support/wait-until.js';

/** A list of refused events, and a Temporal that stores what it is given once it responds. */
function createScene(options: Partial<RefusedEventsOptions> = {}) {
  const metrics = createMetrics(API_METRICS);
  const lines: string[] = [];
  const note: ApiLog['warn'] = (_fields, message) => void lines.push(message);
  const log = { ...SILENT, warn: note };
  const events = createRefusedEvents({ metrics, log, pauseMs: 1, ...options });
  const temporal: { error: Error | undefined; attempts: number; stored: string[] } = {
    error: new UnavailableError('Temporal is not responding.'),
    attempts: 0,
    stored: [],
  };
  const deliver = (body: Buffer): Promise<void> => {
    temporal.attempts += 1;
    if (temporal.error) return Promise.reject(temporal.error);
    temporal.stored.push(body.toString());
    return Promise.resolve();
  };
  const count = async (result: string) => {
    const { values } = await metrics.refusedEvents.get();
    return values.find(({ labels }) => labels.result === result)?.value ?? 0;
  };
  const waiting = async () => (await metrics.refusedEventsWaiting.get()).values[0]?.value;
  return {
    events,
    temporal,
    deliver,
    count,
    waiting,
    lines,
    keep: (text: string) => events.keep(Buffer.from(text), deliver),
  };
}

it('a refused event is delivered once Temporal responds, and once though the gateway had repeated it', async () => {
  const { events, temporal, keep, count, waiting } = createScene();
  for (const text of ['one', 'two', 'one']) keep(text);
  await waitUntil('some attempts', () => temporal.attempts > 4);
  expect([temporal.stored, await waiting()]).toEqual([[], 2]);

  temporal.error = undefined;
  await waitUntil('the delivery', async () => (await waiting()) === 0);
  expect([...temporal.stored].sort()).toEqual(['one', 'two']);
  expect([await count('delivered'), await count('dropped')]).toEqual([2, 0]);
  await events.stop();
});

it('above the limits of count and bytes the oldest refused event is dropped, with a log line and a metric', async () => {
  const { events, temporal, keep, count, waiting, lines } = createScene({ maxCount: 3, maxBytes: 20 });
  for (const text of ['1', '2', '3', '4']) keep(text);
  expect([await waiting(), await count('dropped')]).toEqual([3, 1]);
  keep('eighteen bytes....');
  expect([await waiting(), await count('dropped')]).toEqual([3, 2]);
  keep('three');
  expect(await count('dropped')).toBe(5);
  keep('more bytes than all events together may have');
  expect([await waiting(), await count('dropped')]).toEqual([1, 6]);
  expect(new Set(lines)).toEqual(new Set(['dropped a refused event; the gateway repeats it']));

  temporal.error = undefined;
  await waitUntil('the delivery', async () => (await waiting()) === 0);
  expect(temporal.stored).toEqual(['three']);
  await events.stop();
});

it('an event that Temporal does not accept is given up, and holds no other up', async () => {
  const { events, temporal, deliver, count, waiting } = createScene();
  temporal.error = undefined;
  for (let n = 0; n < 20; n++) {
    events.keep(Buffer.from(`bad-${n}`), () => Promise.reject(new Error('invalid argument')));
  }
  events.keep(Buffer.from('good'), deliver);
  await waitUntil('the end', async () => (await waiting()) === 0);
  expect([temporal.stored, await count('dropped')]).toEqual([['good'], 20]);
  await events.stop();
});

it('a stopped list delivers nothing, and says what it leaves to the gateway', async () => {
  const { events, temporal, keep, lines } = createScene();
  keep('one');
  await waitUntil('an attempt', () => temporal.attempts > 0);
  await events.stop();
  const { attempts } = temporal;
  keep('two');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(temporal.attempts).toBe(attempts);
  expect(lines).toEqual(['stopped with refused events; the gateway repeats them']);
});

const BODY = JSON.stringify({
  eventType: 'SUCCESSFUL_TRANSACTION',
  eventData: {
    transactionReference: 'T1',
    paymentReference: 'order-1',
    amountPaid: 2500,
    currency: 'NGN',
    paymentStatus: 'PAID',
  },
});

it('the endpoint keeps a signed event that Temporal cannot store, under its usual key, and no forged one', async () => {
  const { events } = createScene();
  const deliverEvent = vi
    .fn()
    .mockRejectedValueOnce(new UnavailableError('Temporal is not responding.'))
    .mockResolvedValue('accepted');
  const api = await serveApi({ ...untouchedClient(), deliverEvent }, { refusedEvents: events });
  const post = async (secret: string) => {
    const headers = { 'service-signature': signEvent(BODY, secret) };
    const reply = await request(`${api.url}/webhooks/gateway`, { method: 'POST', headers, body: BODY });
    await reply.body.dump();
    return reply.statusCode;
  };
  expect([await post('another secret'), await post('secret')]).toEqual([401, 503]);
  await waitUntil('the second attempt', () => deliverEvent.mock.calls.length === 2);
  const [first, second] = deliverEvent.mock.calls;
  expect(second).toEqual(first);
  expect(second).toMatchObject([
    { lifecycle: 'checkout', reference: 'order-1' },
    { kind: 'collection' },
    { isBounded: true },
  ]);
  await api.close();
  await events.stop();
});
