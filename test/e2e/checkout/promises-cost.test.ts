import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { countPromises } from '../../support/temporal/promise-count.js';
import { createWorld, type World } from '../../support/world/world.js';

/**
 * How many promises a checkout creates inside the workflow sandbox, over its whole life: exact, the same in every
 * run. Each costs the worker a stack trace. Lower a ceiling when the number falls; raise one only for a reason.
 */
const LIMITS = {
  'a checkout paid on the hosted page': { ceiling: 90, target: 80 },
  'a checkout paid through a virtual account': { ceiling: 115, target: 100 },
} as const;

const HOSTED = `promises-hosted-${process.pid}`;
const VIRTUAL_ACCOUNT = `promises-account-${process.pid}`;
const id = (reference: string) => `checkout:${reference}`;

const promises = countPromises();

beforeAll(async () => {
  // the SDK then runs workflows in this thread, where their promises can be counted
  vi.stubEnv('TEMPORAL_DEBUG', '1');
  const world = await createWorld();
  await payOnHostedPage(world);
  await payVirtualAccount(world);
  // the last promise belongs to the removal of a finished workflow from the worker's cache
  await world.close();
});
afterAll(() => {
  promises.stop();
  vi.unstubAllEnvs();
});

async function payOnHostedPage(world: World): Promise<void> {
  const { transactionReference } = await checkout(world, HOSTED);
  await world.payOnThePage(transactionReference);
  await finished(world, HOSTED);
}

async function payVirtualAccount(world: World): Promise<void> {
  await checkout(world, VIRTUAL_ACCOUNT);
  const { body } = await world.call('POST', `/v1/checkouts/${VIRTUAL_ACCOUNT}/virtual-account`);
  await world.pay(body as unknown as { bankCode: string; accountNumber: string }, '2500.00');
  await finished(world, VIRTUAL_ACCOUNT);
}

async function checkout(world: World, reference: string) {
  const customer = { email: 'ada@example.com' };
  const { body } = await world.call('POST', '/v1/checkouts', { reference, amount: '2500.00', customer });
  return body;
}

/** Without a query on the way: it would create promises too. */
async function finished(world: World, reference: string): Promise<void> {
  const end: unknown = await world.client.workflow.getHandle(id(reference)).result();
  expect(end).toMatchObject({ state: 'PAID' });
}

it.each([
  ['a checkout paid on the hosted page', HOSTED],
  ['a checkout paid through a virtual account', VIRTUAL_ACCOUNT],
] as const)('%s', (what, reference) => {
  const { ceiling, target } = LIMITS[what];
  const count = promises.of(id(reference));
  console.log(`${what}: ${count} promises (ceiling ${ceiling}, target ${target})`);
  expect(count, 'workflows ran in this thread').toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual(ceiling);
});
