import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { signEvent } from '../../src/gateway/signature.js';
import { costOf } from '../support/history.js';
import { createWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

async function send(body: string, secret = world.account.secretKey, to: World = world) {
  const reply = await request(`${to.apiUrl}/webhooks/gateway`, {
    method: 'POST',
    headers: { 'service-signature': signEvent(body, secret) },
    body,
  });
  await reply.body.dump();
  return reply.statusCode;
}

const nameOf = (body: string) => createHash('sha256').update(body).digest('hex').slice(0, 40);
const read = (body: string) => world.call('GET', `/v1/unmatched-events/${nameOf(body)}`);
const resolve = (body: string) =>
  world.call('POST', `/v1/unmatched-events/${nameOf(body)}/review-items/unmatched-event/resolve`, {
    decision: 'dismiss',
    reason: 'a trial of theirs',
  });

describe('a signed event that cannot be matched', () => {
  it.each([
    [
      'of an unknown kind',
      `{"eventType":"MOON_LANDED","eventData":{"run":${process.pid}}}`,
      '{"eventType":"MOON_LANDED","eventData":{"run":"(number)"}}',
    ],
    [
      'that lacks what its kind must have',
      `{"eventType":"SUCCESSFUL_TRANSACTION","eventData":{"run":${process.pid}}}`,
      '{"eventType":"SUCCESSFUL_TRANSACTION","eventData":{"run":"(number)"}}',
    ],
    [
      'that is no JSON',
      `not JSON ${process.pid}`,
      `(${`not JSON ${process.pid}`.length} bytes that are not JSON)`,
    ],
  ])(
    '%s is answered 200, stored without its values, and waits for a person',
    async (_what, body, excerpt) => {
      expect(await send(body)).toBe(200);
      expect(await read(body)).toMatchObject({ status: 200, body: { excerpt, needsReview: true } });
      const resolved = await resolve(body);
      expect(resolved.body).toMatchObject({ needsReview: false, resolved: [{ decision: 'dismiss' }] });
      await world.client.workflow.getHandle(`unmatched-event:${nameOf(body)}`).result();
      expect(await read(body)).toMatchObject({ status: 200, body: { needsReview: false } });
      expect(await resolve(body)).toEqual(resolved);
    },
  );

  it('is stored once, however often it comes, also after it was resolved', async () => {
    const body = `{"eventType":"AGAIN","eventData":{"run":${process.pid}}}`;
    await Promise.all([send(body), send(body), send(body)]);
    await resolve(body);
    await world.client.workflow.getHandle(`unmatched-event:${nameOf(body)}`).result();
    expect(await send(body)).toBe(200);
    expect((await read(body)).body).toMatchObject({ needsReview: false });
    const { counts } = await costOf(world.client, `unmatched-event:${nameOf(body)}`, 'stray-dismissed');
    expect(counts).toMatchObject({ WORKFLOW_EXECUTION_STARTED: 1, WORKFLOW_EXECUTION_COMPLETED: 1 });
  });

  it('is not stored when its signature is wrong', async () => {
    const body = `{"eventType":"FORGED","eventData":{"run":${process.pid}}}`;
    expect(await send(body, 'another secret')).toBe(401);
    expect(await read(body)).toMatchObject({ status: 404 });
  });

  it('is stored while there is no worker, sooner than the gateway stops waiting', async () => {
    const alone = await createWorld({ withWorker: false });
    onTestFinished(() => alone.close());
    const body = `{"eventType":"NO_WORKER","eventData":{"run":${process.pid}}}`;
    const sentAt = performance.now();
    expect(await send(body, alone.account.secretKey, alone)).toBe(200);
    expect(performance.now() - sentAt).toBeLessThan(2_000);
    const handle = alone.client.workflow.getHandle(`unmatched-event:${nameOf(body)}`);
    expect((await handle.describe()).status.name).toBe('RUNNING');
    await handle.terminate();
  });
});

describe('a signed event of a kind that no lifecycle follows yet', () => {
  const FIXTURES = join(import.meta.dirname, '../fixtures/gateway/events');
  const fixture = (name: string) => {
    const event = JSON.parse(readFileSync(join(FIXTURES, `${name}.json`), 'utf8')) as object;
    return JSON.stringify({ ...event, run: process.pid });
  };

  it.each([
    ['disbursement-succeeded', 'disbursement'],
    ['disbursement-failed', 'disbursement'],
    ['disbursement-reversed', 'disbursement'],
    ['refund-succeeded', 'refund'],
    ['refund-failed', 'refund'],
    ['settlement', 'settlement'],
    ['mandate', 'mandate'],
    ['wallet-activity', 'wallet-activity'],
    ['low-balance', 'low-balance'],
  ])('%s is stored as unmatched, and says why', async (name, kind) => {
    const body = fixture(name);
    expect(await send(body)).toBe(200);
    const { body: stored } = await read(body);
    expect(stored).toMatchObject({
      needsReview: true,
      reason: expect.stringContaining(`no lifecycle accepts ${kind} events`) as string,
    });
    expect(await resolve(body)).toMatchObject({ status: 200 });
  });
});
