import { createHash } from 'node:crypto';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signEvent } from '../../src/gateway/signature.js';
import { costOf } from '../support/history.js';
import { createWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

async function send(body: string, secret = world.account.secretKey) {
  const reply = await request(`${world.apiUrl}/webhooks/gateway`, {
    method: 'POST',
    headers: { 'service-signature': signEvent(body, secret) },
    body,
  });
  await reply.body.dump();
  return reply.statusCode;
}

const nameOf = (body: string) => createHash('sha256').update(body).digest('hex').slice(0, 40);
const read = (body: string) => world.call('GET', `/v1/strays/${nameOf(body)}`);
const decide = (body: string) =>
  world.call('POST', `/v1/strays/${nameOf(body)}/decide`, {
    decision: 'dismiss',
    reason: 'a trial of theirs',
  });

describe('a signed event that nobody can place', () => {
  it.each([
    ['of a kind that was never heard of', `{"eventType":"MOON_LANDED","eventData":{"run":${process.pid}}}`],
    [
      'that lacks what its kind must have',
      `{"eventType":"SUCCESSFUL_TRANSACTION","eventData":{"run":${process.pid}}}`,
    ],
    ['that is no JSON', `not JSON ${process.pid}`],
  ])('%s is answered 200, kept, and waits for a person', async (_what, body) => {
    expect(await send(body)).toBe(200);
    expect(await read(body)).toMatchObject({ status: 200, body: { excerpt: body, needsLook: true } });
    expect((await decide(body)).body).toMatchObject({ needsLook: false, decided: [{ decision: 'dismiss' }] });
    await world.client.workflow.getHandle(`stray:${nameOf(body)}`).result();
    expect(await read(body)).toMatchObject({ status: 200, body: { needsLook: false } });
  });

  it('is kept once, however often it comes, also after somebody has looked', async () => {
    const body = `{"eventType":"AGAIN","eventData":{"run":${process.pid}}}`;
    await Promise.all([send(body), send(body), send(body)]);
    await decide(body);
    await world.client.workflow.getHandle(`stray:${nameOf(body)}`).result();
    expect(await send(body)).toBe(200);
    expect((await read(body)).body).toMatchObject({ needsLook: false });
    const { counts } = await costOf(world.client, `stray:${nameOf(body)}`, 'stray-dismissed');
    expect(counts).toMatchObject({ WORKFLOW_EXECUTION_STARTED: 1, WORKFLOW_EXECUTION_COMPLETED: 1 });
  });

  it('is not kept when its signature is wrong', async () => {
    const body = `{"eventType":"FORGED","eventData":{"run":${process.pid}}}`;
    expect(await send(body, 'another secret')).toBe(401);
    expect(await read(body)).toMatchObject({ status: 404 });
  });
});
