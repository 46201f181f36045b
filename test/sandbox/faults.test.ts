import { describe, expect, it } from 'vitest';
import { isSignedBy } from '../../src/gateway/signature.js';
import { createSandbox } from '../../src/sandbox/sandbox.js';
import {
  type Answer,
  beginTransfer,
  logIn,
  pay,
  type Side,
  startListener,
  startSandbox,
  statusOf,
  terms,
  type Wire,
} from './merchant-side.js';

const INIT = '/api/v1/merchant/transactions/init-transaction';
const QUERY = '/api/v2/merchant/transactions/query?paymentReference=order-1';

const plan = (side: Side, rule: Wire): Promise<Answer> => side.send('POST', '/sandbox/faults', rule);

const init = (side: Side, changes: Wire = {}): Promise<Answer> =>
  side.call('POST', INIT, terms(side, changes));

const exists = async (side: Side): Promise<boolean> => (await side.call('GET', QUERY)).status === 200;

async function readySide(): Promise<Side> {
  const side = await startSandbox();
  await side.call('GET', '/api/v1/banks');
  return side;
}

describe('a fault on a call', () => {
  it.each([
    ['before', false],
    ['after', true],
  ])('that resets the connection %s processing: payment exists = %s', async (when, there) => {
    const side = await readySide();
    await plan(side, { on: 'call', endpoint: 'initTransaction', when, fault: { kind: 'reset' } });
    await expect(init(side)).rejects.toThrow('fetch failed');
    expect(await exists(side)).toBe(there);
  });

  it('that truncates the response breaks the body', async () => {
    const side = await readySide();
    await plan(side, { on: 'call', endpoint: 'initTransaction', fault: { kind: 'truncated' } });
    await expect(init(side)).rejects.toThrow('terminated');
    expect(await exists(side)).toBe(true);
  });

  it.each([
    [{ kind: 'error' }, 500, 'application/json'],
    [{ kind: 'bad-gateway' }, 502, 'text/html'],
    [{ kind: 'unauthorized' }, 401, 'application/json'],
  ])('of kind %j responds with %i and keeps the effect', async (fault, status, type) => {
    const side = await readySide();
    await plan(side, { on: 'call', endpoint: 'initTransaction', fault });
    const authorization = `Bearer ${await logIn(side.send, side.sandbox)}`;
    const answer = await side.send('POST', INIT, terms(side), { authorization });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain(type);
    expect(await exists(side)).toBe(true);
  });

  it('of rate limiting sends Retry-After', async () => {
    const side = await readySide();
    const fault = { kind: 'rate-limited', retryAfterSeconds: 7 };
    await plan(side, { on: 'call', endpoint: 'initTransaction', when: 'before', fault });
    const answer = await init(side);
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('7');
    expect(await exists(side)).toBe(false);
  });

  it('can respond with garbage, another envelope or another reference', async () => {
    const side = await readySide();
    await plan(side, { on: 'call', fault: { kind: 'wrong-envelope' } });
    expect((await init(side)).body).toEqual({ status: 'ok', data: {} });
    await plan(side, { on: 'call', fault: { kind: 'wrong-reference' } });
    expect((await init(side, { paymentReference: 'b' })).result.paymentReference).toBe('other-b');
    await plan(side, { on: 'call', fault: { kind: 'garbage' } });
    await expect(init(side, { paymentReference: 'c' })).rejects.toThrow(SyntaxError);
  });

  it('can combine with another on the same response', async () => {
    const side = await readySide();
    await plan(side, { on: 'call', endpoint: 'listBanks', fault: { kind: 'bad-gateway' } });
    await plan(side, { on: 'call', endpoint: 'listBanks', fault: { kind: 'wrong-reference' } });
    await plan(side, { on: 'call', endpoint: 'listBanks', fault: { kind: 'flap', status: 'PENDING' } });
    expect((await side.call('GET', '/api/v1/banks')).text).toContain('502 Bad Gateway');
  });

  it('delays a response and keeps the effect', async () => {
    const side = await readySide();
    await plan(side, { on: 'call', endpoint: 'initTransaction', fault: { kind: 'delay', ms: 30 } });
    const before = performance.now();
    expect((await init(side)).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThanOrEqual(29);
  });

  it('strikes by reference, merchant and occurrence, and counts', async () => {
    const side = await readySide();
    const rule = {
      on: 'call',
      endpoint: ['initTransaction'],
      merchant: 'M1',
      reference: 'rent-*',
      skip: 1,
      times: 2,
    };
    await plan(side, { ...rule, fault: { kind: 'error' } });
    const references = ['order-1', 'rent-1', 'rent-2', 'rent-3', 'rent-4'];
    const statuses: number[] = [];
    for (const paymentReference of references) statuses.push((await init(side, { paymentReference })).status);
    expect(statuses).toEqual([200, 200, 500, 500, 200]);
    const { text } = await side.send('GET', '/sandbox/faults');
    expect(JSON.parse(text)).toMatchObject([{ id: 'F1', fitted: 4, struck: 2 }]);
    await side.send('DELETE', '/sandbox/faults/F1');
    expect((await side.send('GET', '/sandbox/faults')).text).toBe('[]');
  });

  it('strikes every call for some seconds of the sandbox’s clock, and none afterwards', async () => {
    const side = await readySide();
    await plan(side, { on: 'call', when: 'before', seconds: 60, fault: { kind: 'bad-gateway' } });
    expect((await init(side)).status).toBe(502);
    await side.sandbox.clock.advance(59_000);
    expect((await init(side)).status).toBe(502);
    await side.sandbox.clock.advance(1_000);
    expect((await init(side)).status).toBe(200);
    expect(JSON.parse((await side.send('GET', '/sandbox/faults')).text)).toMatchObject([{ struck: 2 }]);
  });

  it('that strikes for some seconds ends when the clock is set back', async () => {
    const side = await readySide();
    await side.sandbox.clock.advance(3_600_000);
    await side.call('GET', '/api/v1/banks');
    await plan(side, { on: 'call', when: 'before', seconds: 60, fault: { kind: 'bad-gateway' } });
    await side.send('POST', '/sandbox/clock/reset', {});
    expect((await init(side)).status).toBe(200);
  });

  it('strikes at random the same in every run', async () => {
    const run = async (): Promise<number[]> => {
      const side = await readySide();
      await plan(side, {
        on: 'call',
        endpoint: 'listBanks',
        times: null,
        chance: 0.5,
        fault: { kind: 'error' },
      });
      const statuses: number[] = [];
      for (let n = 0; n < 12; n += 1) statuses.push((await side.call('GET', '/api/v1/banks')).status);
      return statuses;
    };
    const first = await run();
    expect(new Set(first)).toEqual(new Set([200, 500]));
    expect(await run()).toEqual(first);
  });

  it('of lag hides recent writes from queries and listings', async () => {
    const side = await readySide();
    await plan(side, {
      on: 'call',
      endpoint: ['queryTransaction', 'searchTransactions'],
      fault: { kind: 'lag', ms: 5_000 },
    });
    await init(side);
    expect((await side.call('GET', QUERY)).status).toBe(404);
    const search = '/api/v1/transactions/search?paymentReference=order-1';
    expect((await side.call('GET', search)).result).toMatchObject({ content: [], totalElements: 0 });
    await side.sandbox.clock.advance(5_000);
    expect((await side.call('GET', QUERY)).status).toBe(200);
    expect((await side.call('GET', search)).result).toMatchObject({ totalElements: 1 });
  });

  it('of flapping shows another status in every other response', async () => {
    const side = await readySide();
    const { transactionReference, bankCode, accountNumber } = await beginTransfer(side);
    await pay(side, { bankCode, accountNumber, amount: 4000 });
    await plan(side, { on: 'call', endpoint: 'getTransaction', fault: { kind: 'flap', status: 'PENDING' } });
    const seen: unknown[] = [];
    for (let n = 0; n < 3; n += 1)
      seen.push((await statusOf(side, transactionReference)).result.paymentStatus);
    expect(seen).toEqual(['PENDING', 'PAID', 'PENDING']);
  });

  it('is triggered once by a magic reference', async () => {
    const side = await readySide();
    const magic = { paymentReference: 'order-7.fault.before.error' };
    expect((await init(side, magic)).status).toBe(500);
    expect((await init(side, magic)).status).toBe(200);
  });

  it('that is invalid is refused with its path', async () => {
    const side = await readySide();
    const answer = await plan(side, { on: 'call', fault: { kind: 'explode' } });
    expect(answer.status).toBe(400);
    expect(answer.reason).toContain('0.fault');
    const misspelt = await plan(side, { on: 'call', endpoint: 'initTransactoin', fault: { kind: 'reset' } });
    expect(misspelt.reason).toContain('unknown endpoint initTransactoin');
    expect(() => createSandbox({ faults: [{ on: 'nothing' }] })).toThrow('Invalid fault plan');
  });
});

describe('a fault on an event', () => {
  async function payWithFaults(faults: unknown[], changes: Wire = {}) {
    const { received, url } = await startListener();
    const side = await startSandbox({
      webhookUrl: url,
      faults: faults.map((fault) => ({ on: 'event', fault })),
    });
    const { bankCode, accountNumber } = await beginTransfer(side, changes);
    await pay(side, { bankCode, accountNumber, amount: 4000 });
    await side.sandbox.deliveries.settled();
    const { secretKey } = side.sandbox.merchants.first();
    const signed = received.map(({ body, signature }) =>
      isSignedBy(Buffer.from(body), signature ?? '', [secretKey]),
    );
    return { side, received, signed };
  }

  const dataOf = (body = '{}'): Wire => (JSON.parse(body) as { eventData: Wire }).eventData;

  it('drops it, and the delivery log shows it', async () => {
    const { received, side } = await payWithFaults([{ kind: 'drop' }]);
    expect(received).toEqual([]);
    expect(side.sandbox.deliveries.list()).toMatchObject([{ state: 'dropped' }]);
  });

  it('delays it on the sandbox clock', async () => {
    const { received, side } = await payWithFaults([{ kind: 'delay', ms: 60_000 }]);
    expect(received).toEqual([]);
    await side.sandbox.clock.advance(60_000);
    expect(received).toHaveLength(1);
  });

  it('duplicates it', async () => {
    const { received } = await payWithFaults([{ kind: 'duplicate', copies: 3 }]);
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  });

  it('sends a forged copy first', async () => {
    const { received, signed } = await payWithFaults([{ kind: 'forge' }]);
    expect(signed.filter(Boolean)).toHaveLength(1);
    expect(received.map(({ body }) => dataOf(body).amountPaid).sort()).toEqual([1_000_000, 4000]);
  });

  it('omits the signature', async () => {
    const { received } = await payWithFaults([{ kind: 'unsigned' }]);
    expect(received[0]?.signature).toBeUndefined();
  });

  it('changes amount, reference or type with a valid signature', async () => {
    const amount = await payWithFaults([{ kind: 'mutate-amount', amount: 5 }]);
    expect(amount.signed).toEqual([true]);
    expect(dataOf(amount.received[0]?.body).amountPaid).toBe(5);
    const reference = await payWithFaults([{ kind: 'mutate-reference', to: 'foreign' }]);
    expect(dataOf(reference.received[0]?.body).paymentReference).toBe('foreign');
    const kind = await payWithFaults([{ kind: 'unknown-kind' }]);
    expect(kind.signed).toEqual([true]);
    expect(JSON.parse(kind.received[0]?.body ?? '')).toMatchObject({ eventType: 'SOMETHING_NEW' });
    const unreadable = await payWithFaults([{ kind: 'unreadable' }]);
    expect(unreadable.signed).toEqual([true]);
    expect(() => JSON.parse(unreadable.received[0]?.body ?? '') as unknown).toThrow(SyntaxError);
  });

  it('delivers it after a later one', async () => {
    const { received, side } = await payWithFaults([{ kind: 'reorder' }]);
    expect(received).toEqual([]);
    const second = await beginTransfer(side, { paymentReference: 'order-2' });
    await pay(side, { ...second, amount: 4000 });
    await side.sandbox.deliveries.settled();
    expect(received.map(({ body }) => dataOf(body).paymentReference)).toEqual(['order-2', 'order-1']);
    await side.sandbox.clock.advance(120_000);
    expect(received).toHaveLength(2);
  });

  it('is triggered by a magic reference', async () => {
    const { received } = await payWithFaults([], { paymentReference: 'order.fault.event.duplicate' });
    expect(received).toHaveLength(3);
  });

  it('signs with the old secret after a rotation', async () => {
    const { received, url } = await startListener();
    const side = await startSandbox({
      webhookUrl: url,
      faults: { on: 'event', fault: { kind: 'old-secret' } },
    });
    const old = side.sandbox.merchants.first().secretKey;
    const rotated = await side.send('POST', '/sandbox/merchants/M1/rotate-secret');
    for (const paymentReference of ['a', 'b']) {
      const { bankCode, accountNumber } = await beginTransfer(side, { paymentReference });
      await pay(side, { bankCode, accountNumber, amount: 4000 });
      await side.sandbox.deliveries.settled();
    }
    const [first, second] = received;
    expect(isSignedBy(Buffer.from(first?.body ?? ''), first?.signature ?? '', [old])).toBe(true);
    const fresh = String(rotated.body.secretKey);
    expect(fresh).not.toBe(old);
    expect(isSignedBy(Buffer.from(second?.body ?? ''), second?.signature ?? '', [fresh])).toBe(true);
  });
});
