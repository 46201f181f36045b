import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PAID_CHECKOUTS } from '../../support/lifecycles/checkout-scenarios.js';
import { countPromises } from '../../support/temporal/promise-count.js';
import { createWorld } from '../../support/world/world.js';

/**
 * How many promises a checkout creates inside the workflow sandbox, from start to end: exact, the same in every
 * run. Each costs the worker a stack trace. Lower a ceiling when the number falls; raise one only for a reason.
 */
const COSTS = {
  'a checkout paid on the hosted page': {
    scenario: PAID_CHECKOUTS.onHostedPage,
    ceiling: 90,
    target: 80,
  },
  'a checkout paid through a virtual account': {
    scenario: PAID_CHECKOUTS.throughVirtualAccount,
    ceiling: 115,
    target: 100,
  },
};

const promises = countPromises();
const workflowIds: Record<string, string> = {};

beforeAll(async () => {
  // the SDK then runs workflows in this thread, where their promises can be counted
  vi.stubEnv('TEMPORAL_DEBUG', '1');
  const world = await createWorld();
  for (const [title, { scenario }] of Object.entries(COSTS)) workflowIds[title] = await scenario(world);
  // the last promise belongs to the removal of a completed workflow from the worker's cache
  await world.close();
});
afterAll(() => {
  promises.stop();
  vi.unstubAllEnvs();
});

it.each(Object.entries(COSTS))('%s', (title, { ceiling, target }) => {
  const count = promises.of(workflowIds[title] ?? '');
  console.log(`${title}: ${count} promises (ceiling ${ceiling}, target ${target})`);
  expect(count, 'workflows ran in this thread').toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual(ceiling);
});
