import { request } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { serve } from '../../src/cli/serve.js';
import { workerHealth } from '../../src/cli/worker-health.js';

async function serveHealth(given: { isReachable: boolean; states: readonly string[] }) {
  const temporal = { check: () => Promise.resolve(given.isReachable), last: () => given.isReachable };
  const { url, close } = await serve(workerHealth({ states: () => given.states, temporal }), '127.0.0.1', 0);
  onTestFinished(close);
  return async (path: string) => {
    const { statusCode, body } = await request(`${url}${path}`);
    return [statusCode, await body.text()] as const;
  };
}

it('a worker without Temporal is alive and not ready', async () => {
  const given = { isReachable: true, states: ['RUNNING', 'RUNNING'] };
  const ask = await serveHealth(given);
  expect(await ask('/ready')).toMatchObject([200, expect.stringContaining('"ready"')]);
  given.isReachable = false;
  expect(await ask('/ready')).toMatchObject([503, expect.stringContaining('"not-ready"')]);
  expect(await ask('/health')).toMatchObject([200, expect.stringContaining('"unreachable"')]);
});

it('a stopped worker is neither alive nor ready', async () => {
  const ask = await serveHealth({ isReachable: true, states: ['RUNNING', 'STOPPED'] });
  expect((await ask('/ready'))[0]).toBe(503);
  expect((await ask('/health'))[0]).toBe(503);
  expect((await ask('/metrics'))[0]).toBe(404);
});
