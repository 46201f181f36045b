import { createCheckouts } from '../../support/lifecycles/checkouts.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

it('the Call Stack tab of the Web UI shows where a checkout waits', async () => {
  const checkouts = createCheckouts(world, 'call-stack');
  const handle = world.handle(checkouts.id(await checkouts.open()));
  const stack = await handle.query<string>('__stack_trace');
  await world.terminateAll();
  // stack traces are cut to a few lines (workflows/stack-trace-limit.ts): one of Oware's own frames must be among them
  expect(stack).toMatch(/ at \w+ \(\S+\/workflows\/\S+\.[jt]s:\d+:\d+\)/);
  const longest = Math.max(...stack.split('\n\n').map((trace) => trace.split('\n').length));
  expect(longest).toBeLessThanOrEqual(3);
});
