import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type ApiProcess, startApi } from '../../support/processes/api-process.js';
import { attack, peakMemory, sendGenuine } from '../../support/hostile/traffic.js';

const SECRET = 'a secret of the gateway, for tests';
const MOST_MORE_MB = 120;

let api: ApiProcess;
beforeAll(async () => {
  api = await startApi({
    TEMPORAL_ADDRESS: inject('temporalAddress'),
    OWARE_TASK_QUEUE: `hostile-${randomUUID()}`,
    OWARE_GATEWAY_SECRET_KEY: SECRET,
  });
});
afterAll(() => api.kill('SIGTERM'));

it('under compressed, large and slow bodies the api keeps its memory limit and accepts genuine events', async () => {
  // the first events load what later ones need
  await sendGenuine(api.url, SECRET, Promise.resolve());
  const before = peakMemory(api.pid);
  const attacking = attack({ url: api.url, bombs: 40, large: 20, slow: 100, slowly: 'not at all' });
  const [answers, genuine] = await Promise.all([attacking, sendGenuine(api.url, SECRET, attacking)]);
  expect(answers.bombs).toEqual({ 415: 40 });
  expect(Object.keys(answers.large).filter((answer) => !['401', 'none'].includes(answer))).toEqual([]);
  expect(Object.keys(answers.slow).filter((answer) => !['408', '503', 'none'].includes(answer))).toEqual([]);
  expect(Object.keys(genuine.events)).toEqual(['200']);
  expect(Object.keys(genuine.health)).toEqual(['200']);
  expect(peakMemory(api.pid) - before).toBeLessThan(MOST_MORE_MB);
  expect(api.lines.filter((line) => line.includes('"level":50'))).toEqual([]);
});
