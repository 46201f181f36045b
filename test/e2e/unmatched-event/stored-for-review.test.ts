import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { costOf } from '../../support/temporal/history.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const id = (body: string) => `unmatched-event:${nameOf(body)}`;
const nameOf = (body: string) => createHash('sha256').update(body).digest('hex').slice(0, 40);
const read = (body: string) => world.call('GET', `/v1/unmatched-events/${nameOf(body)}`);
const resolve = (body: string) =>
  world.call('POST', `/v1/unmatched-events/${nameOf(body)}/review-items/unmatched-event/resolve`, {
    decision: 'dismiss',
    reason: 'a test event of the gateway',
  });

describe('a signed event that cannot be matched', () => {
  it.each([
    [
      'of an unknown kind',
      `{"eventType":"MOON_LANDED","eventData":{"run":${process.pid}}}`,
      '{"eventType":"MOON_LANDED","eventData":{"run":"(number)"}}',
    ],
    [
      'without the required fields of its kind',
      `{"eventType":"SUCCESSFUL_TRANSACTION","eventData":{"run":${process.pid}}}`,
      '{"eventType":"SUCCESSFUL_TRANSACTION","eventData":{"run":"(number)"}}',
    ],
    [
      'that is not JSON',
      `not JSON ${process.pid}`,
      `(${`not JSON ${process.pid}`.length} bytes that are not JSON)`,
    ],
  ])('%s is answered 200, stored without its values, and needs review', async (_what, body, excerpt) => {
    expect(await world.postEvent(body)).toBe(200);
    expect(await read(body)).toMatchObject({ status: 200, body: { excerpt, needsReview: true } });
    const resolved = await resolve(body);
    expect(resolved.body).toMatchObject({ needsReview: false, resolved: [{ decision: 'dismiss' }] });
    await world.closed(id(body));
    expect(await read(body)).toMatchObject({ status: 200, body: { needsReview: false } });
    expect(await resolve(body)).toEqual(resolved);
  });

  it('is stored once, however often it arrives, also after it was resolved', async () => {
    const body = `{"eventType":"AGAIN","eventData":{"run":${process.pid}}}`;
    await Promise.all([world.postEvent(body), world.postEvent(body), world.postEvent(body)]);
    await resolve(body);
    await world.closed(id(body));
    expect(await world.postEvent(body)).toBe(200);
    expect((await read(body)).body).toMatchObject({ needsReview: false });
    const { counts } = await costOf(world.client, id(body), 'unmatched-event-dismissed');
    expect(counts).toMatchObject({ WORKFLOW_EXECUTION_STARTED: 1, WORKFLOW_EXECUTION_COMPLETED: 1 });
  });

  it('is not stored when its signature is wrong', async () => {
    const body = `{"eventType":"FORGED","eventData":{"run":${process.pid}}}`;
    expect(await world.postEvent(body, 'another secret')).toBe(401);
    expect(await read(body)).toMatchObject({ status: 404 });
  });

  it('is stored without a worker, before the gateway’s timeout', async () => {
    const alone = await createWorld({ withWorker: false });
    onTestFinished(() => alone.close());
    const body = `{"eventType":"NO_WORKER","eventData":{"run":${process.pid}}}`;
    const sentAt = performance.now();
    expect(await alone.postEvent(body)).toBe(200);
    expect(performance.now() - sentAt).toBeLessThan(2_000);
    const handle = alone.handle(id(body));
    expect((await handle.describe()).status.name).toBe('RUNNING');
    await handle.terminate();
  });
});
