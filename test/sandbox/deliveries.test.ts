import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { waitUntil } from '../support/wait-until.js';
import { beginTransfer, pay, type Side, startListener, startSandbox } from './merchant-side.js';
import { row, sendBatch, startPayouts } from './payout-side.js';

const FIVE_MINUTES = 5 * 60_000;

async function payOnce(side: Side): Promise<void> {
  const { bankCode, accountNumber } = await beginTransfer(side);
  await pay(side, { bankCode, accountNumber, amount: 4000 });
  await side.sandbox.deliveries.settled();
}

describe('event delivery', () => {
  it('retries every five minutes until the response is 200', async () => {
    const { received, url } = await startListener([503, 201, 200]);
    const side = await startSandbox({ webhookUrl: url });
    await payOnce(side);
    expect(received).toHaveLength(1);
    await side.sandbox.clock.advance(FIVE_MINUTES - 1);
    expect(received).toHaveLength(1);
    await side.sandbox.clock.advance(1);
    expect(received).toHaveLength(2);
    await side.sandbox.clock.advance(60 * 60_000);
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    const [delivery] = side.sandbox.deliveries.list();
    expect(delivery).toMatchObject({ state: 'delivered' });
    expect(delivery?.attempts.map(({ outcome }) => outcome)).toEqual(['503', '201', '200']);
  });

  it('gives up after twelve attempts, five minutes apart', async () => {
    const { received, url } = await startListener(Array<number>(20).fill(500));
    const side = await startSandbox();
    await side.send('PATCH', '/sandbox/merchants/M1', { webhookUrls: { collection: url } });
    await payOnce(side);
    await side.sandbox.clock.advance(24 * 60 * 60_000);
    expect(received).toHaveLength(12);
    const [delivery] = side.sandbox.deliveries.list();
    expect(delivery?.state).toBe('given-up');
    const times = delivery?.attempts.map(({ at }) => at) ?? [];
    expect(times.slice(1).map((at, index) => at - (times[index] ?? 0))).toEqual(Array(11).fill(FIVE_MINUTES));
  });

  it('records the error when the endpoint is down', async () => {
    const side = await startSandbox({ webhookUrl: 'http://127.0.0.1:1/events' });
    await payOnce(side);
    const { body } = await side.send('GET', '/sandbox/deliveries');
    expect(body[0]).toMatchObject({ state: 'waiting', attempts: [{ outcome: 'ECONNREFUSED' }] });
  });

  it('records an event without an address', async () => {
    const side = await startSandbox();
    await payOnce(side);
    expect(side.sandbox.deliveries.list()).toMatchObject([{ state: 'no-address', attempts: [] }]);
  });

  it('replays the same bytes', async () => {
    const { received, url } = await startListener();
    const side = await startSandbox({ webhookUrl: url });
    await payOnce(side);
    const [delivery] = side.sandbox.deliveries.list();
    const answer = await side.send('POST', `/sandbox/deliveries/${delivery?.id ?? ''}/replay`);
    expect(answer.status).toBe(202);
    await side.sandbox.deliveries.settled();
    expect(received).toHaveLength(2);
    expect(received[1]).toEqual(received[0]);
  });

  it('replays an event that had no address to the address that was set since', async () => {
    const { received, url } = await startListener();
    const side = await startSandbox();
    await payOnce(side);
    const [delivery] = side.sandbox.deliveries.list();
    await side.send('PATCH', '/sandbox/merchants/M1', { webhookUrls: { all: url } });
    await side.send('POST', `/sandbox/deliveries/${delivery?.id ?? ''}/replay`);
    await side.sandbox.deliveries.settled();
    expect(received.map(({ body }) => body)).toEqual([delivery?.body]);
  });

  it('sends each event type to the address of its group', async () => {
    const [everything, collections] = [await startListener(), await startListener()];
    const side = await startSandbox({ webhookUrl: everything.url });
    await side.send('PATCH', '/sandbox/merchants/M1', { webhookUrls: { collection: collections.url } });
    await payOnce(side);
    expect([everything.received.length, collections.received.length]).toEqual([0, 1]);
  });
});

describe('events of a batch whose endpoint is slow', () => {
  const ROWS = 40;

  /** An endpoint that answers no event about a transfer before it is released. */
  async function startSlowListener() {
    const received: string[] = [];
    const held: ServerResponse[] = [];
    const state = { isReleased: false };
    const server = createServer((request, response) => {
      text(request)
        .then((body) => {
          const { eventType } = JSON.parse(body) as { eventType: string };
          received.push(eventType);
          if (eventType.endsWith('_DISBURSEMENT') && !state.isReleased) held.push(response);
          else response.end();
        })
        .catch(() => response.destroy());
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const release = () => {
      state.isReleased = true;
      for (const response of held.splice(0)) response.end();
    };
    const { port } = server.address() as AddressInfo;
    return { received, release, url: `http://127.0.0.1:${port}/events` };
  }

  async function payBesideBatch(oneEventQueue: boolean) {
    const listener = await startSlowListener();
    const side = await startPayouts({ otpOn: false, oneEventQueue }, listener.url);
    await sendBatch(side, { transactionList: Array.from({ length: ROWS }, (_, n) => row(n)) });
    const moved = side.sandbox.clock.advance(2_000);
    const isRow = (type: string) => type.endsWith('_DISBURSEMENT');
    await waitUntil('the first events of rows', () => listener.received.filter(isRow).length === 32);
    const { bankCode, accountNumber } = await beginTransfer(side);
    await pay(side, { bankCode, accountNumber, amount: 4000 });
    return { ...listener, end: () => moved.then(() => side.sandbox.deliveries.settled()) };
  }

  it('do not delay the event of a payment', async () => {
    const { received, release, end } = await payBesideBatch(false);
    await waitUntil('the event of the payment', () => received.includes('SUCCESSFUL_TRANSACTION'));
    expect(received).toHaveLength(33);
    release();
    await end();
    expect(received).toHaveLength(ROWS + 1);
  });

  it('delay it where a merchant has one queue', async () => {
    const { received, release, end } = await payBesideBatch(true);
    release();
    await end();
    expect(received).toHaveLength(ROWS + 1);
    expect(received.indexOf('SUCCESSFUL_TRANSACTION')).toBeGreaterThanOrEqual(32);
    expect(received.slice(0, 32)).not.toContain('SUCCESSFUL_TRANSACTION');
  });
});
