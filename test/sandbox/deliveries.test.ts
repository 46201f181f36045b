import { describe, expect, it } from 'vitest';
import { beginTransfer, pay, type Side, startListener, startSandbox } from './merchant-side.js';

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
