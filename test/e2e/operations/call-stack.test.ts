import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

it('the Call Stack tab of the Web UI shows where a checkout waits', async () => {
  const reference = `call-stack-${process.pid}`;
  const customer = { email: 'ada@example.com' };
  await world.call('POST', '/v1/checkouts', { reference, amount: '2500.00', customer });
  const handle = world.client.workflow.getHandle(`checkout:${reference}`);
  const stack = await handle.query<string>('__stack_trace');
  await world.terminateAll();
  // stack traces are cut to a few lines (workflows/stack-trace-limit.ts): ours must be among them
  expect(stack).toMatch(/ at \w+ \(\S+\/workflows\/\S+\.ts:\d+:\d+\)/);
  const longest = Math.max(...stack.split('\n\n').map((trace) => trace.split('\n').length));
  expect(longest).toBeLessThanOrEqual(3);
});
