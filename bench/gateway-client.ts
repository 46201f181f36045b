import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { Pool } from 'undici';
import { kobo } from '../src/domain/money.js';
import { createGatewayClient } from '../src/gateway/http/client.js';
import { login } from '../src/gateway/endpoints/login.js';
import { initTransaction } from '../src/gateway/endpoints/transactions.js';

/**
 * What the client costs over a bare request to the same server: validation, translation, classification,
 * drift and logging. Both are measured in turn in one run, so that the load of the machine cancels out.
 */
const GOAL = 1.5;
const WARM_UP = 2_000;
const ROUNDS = 10_000;

const REQUEST = {
  amount: kobo(100_50),
  customerName: 'Ada Obi',
  customerEmail: 'ada@example.com',
  paymentReference: 'order-1',
  paymentDescription: 'Shoes',
  currencyCode: 'NGN',
  contractCode: '1234567890',
} as const;

const envelope = (responseBody: object) =>
  JSON.stringify({ requestSuccessful: true, responseMessage: 'success', responseCode: '0', responseBody });

const LOGGED_IN = envelope({ accessToken: 'token', expiresIn: 3600 });
const OPENED = envelope({
  transactionReference: 'MNFY|09|20260131101530|000123',
  paymentReference: 'order-1',
  merchantName: 'Ade Stores',
  apiKey: 'MK_TEST_ABCDEFGHIJ',
  enabledPaymentMethod: ['ACCOUNT_TRANSFER', 'CARD'],
  checkoutUrl: 'https://checkout.example/MNFY|09|20260131101530|000123',
});

async function startServer() {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(request.url === login.path ? LOGGED_IN : OPENED);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function timed(histogram: RecordableHistogram, work: () => Promise<unknown>): Promise<void> {
  const startedAt = process.hrtime.bigint();
  await work();
  histogram.record(process.hrtime.bigint() - startedAt);
}

async function measure() {
  const { server, url } = await startServer();
  const log = { info: () => undefined, warn: () => undefined };
  const client = createGatewayClient({ baseUrl: url, apiKey: 'MK_TEST_A', secretKey: 'secret', log });
  const pool = new Pool(url);
  const body = JSON.stringify(REQUEST);
  const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };
  const bare = async () => {
    const reply = await pool.request({ method: 'POST', path: initTransaction.path, headers, body });
    return reply.body.json();
  };
  const ours = () => client.call(initTransaction, REQUEST);

  for (let round = 0; round < WARM_UP; round++) await Promise.all([bare(), ours()]);
  const histograms = { bare: createHistogram(), client: createHistogram() };
  for (let round = 0; round < ROUNDS; round++) {
    await timed(histograms.bare, bare);
    await timed(histograms.client, ours);
  }
  await Promise.all([client.close(), pool.close()]);
  server.close();
  return histograms;
}

const microseconds = (histogram: RecordableHistogram, percentile: number) =>
  Math.round(histogram.percentile(percentile) / 1000);

const { bare, client } = await measure();
const result = {
  rounds: ROUNDS,
  barePercentile50Us: microseconds(bare, 50),
  clientPercentile50Us: microseconds(client, 50),
  barePercentile99Us: microseconds(bare, 99),
  clientPercentile99Us: microseconds(client, 99),
  ratioAtPercentile50: Math.round((client.percentile(50) / bare.percentile(50)) * 100) / 100,
  goal: GOAL,
};

console.log(
  process.argv.includes('--json')
    ? JSON.stringify(result)
    : `p50 ${result.clientPercentile50Us} µs against ${result.barePercentile50Us} µs bare: ` +
        `${result.ratioAtPercentile50}x (goal under ${GOAL}x)`,
);
if (result.ratioAtPercentile50 >= GOAL) process.exitCode = 1;
