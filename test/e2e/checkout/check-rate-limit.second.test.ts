import { type Checkouts, createCheckouts } from '../../support/lifecycles/checkouts.js';
import { request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { costOf } from '../../support/temporal/history.js';
import { API_KEY, createWorld, type World, WORLD_SETTINGS } from '../../support/world/world.js';

/** A minute and more with OWARE_TEST_IMPATIENT_SECONDS. */
const SECONDS = Number(process.env.OWARE_TEST_IMPATIENT_SECONDS ?? 6);
const AT_ONCE = 8;
const LONGEST_HISTORY = 2_000;

let world: World;
let checkouts: Checkouts;
beforeAll(async () => {
  world = await createWorld();
  checkouts = createCheckouts(world, 'rate');
});
afterAll(() => world.close());

/** Calls it constantly, several at once; returns how many answers had which status. */
async function hammer(method: 'GET' | 'POST', path: string) {
  const until = Date.now() + SECONDS * 1_000;
  const answers: Record<number, number> = {};
  const callers = Array.from({ length: AT_ONCE }, async () => {
    while (Date.now() < until) {
      const reply = await request(new URL(path, world.apiUrl), {
        method,
        headers: { authorization: `Bearer ${API_KEY}` },
      });
      await reply.body.dump();
      answers[reply.statusCode] = (answers[reply.statusCode] ?? 0) + 1;
    }
  });
  await Promise.all(callers);
  return answers;
}

it.concurrent.each([
  {
    what: 'return URL',
    method: 'GET',
    path: (reference: string) => world.returnUrl(reference),
  },
  {
    what: 'confirm',
    method: 'POST',
    path: (reference: string) => `/v1/checkouts/${reference}/confirm`,
  },
] as const)(
  'a $what under constant calls costs twelve checks a minute at most, and the payment is still found',
  async ({ what, method, path }) => {
    const { body: created } = await checkouts.create(checkouts.newReference());
    const { reference, transactionReference } = created;
    const id = checkouts.id(reference);
    const scheduled = async () => (await costOf(world.client, id)).counts.ACTIVITY_TASK_SCHEDULED ?? 0;
    const startedAt = Date.now();
    const before = await scheduled();
    const answers = await hammer(method, path(reference));
    const checks = (await scheduled()) - before;
    const elapsedMs = Date.now() - startedAt;
    const { total } = await costOf(world.client, id);
    expect(Object.keys(answers)).toEqual(['200']);
    expect(checks).toBeGreaterThan(0);
    expect(checks).toBeLessThanOrEqual(1 + Math.ceil(elapsedMs / WORLD_SETTINGS.checkGapMs));
    expect(total).toBeLessThan(LONGEST_HISTORY);
    console.log(`${what}: ${answers[200]} calls in ${SECONDS} s, ${checks} checks, ${total} history events`);
    await world.payOnHostedPage(transactionReference);
    await checkouts.expectPaidOnce(reference);
  },
);
