import { TestWorkflowEnvironment } from '@temporalio/testing';
import { inject } from 'vitest';
import { createWorld, type World, type WorldOptions } from './world.js';

/** The SDK can attach to a running time-skipping server; its published types do not show it. */
interface Attach {
  create(options: object): Promise<TestWorkflowEnvironment>;
}

export interface TimeSkippingWorld extends World {
  /** Moves the gateway and the workflows forward, in steps, so that neither runs far ahead. */
  pass(ms: number, stepMs?: number): Promise<void>;
  /** Moves only the gateway's clock, to hit a second exactly; the workflows catch up at the next `pass`. */
  runAhead(ms: number): Promise<void>;
}

const STEP_MS = 5 * 60_000;

export async function createTimeSkippingWorld(
  options: Omit<WorldOptions, 'now'> = {},
): Promise<TimeSkippingWorld> {
  const env = await (TestWorkflowEnvironment as unknown as Attach).create({
    server: { type: 'existing' },
    address: inject('temporalAddress'),
    namespace: 'default',
    supportsTimeSkipping: true,
  });
  // the server's clock starts where the previous test file left it
  const ahead = (await env.currentTimeMs()) - Date.now();
  const world = await createWorld({ ...options, now: () => Date.now() + ahead });
  let owed = 0;
  return {
    ...world,
    async runAhead(ms) {
      await world.sandbox.clock.advance(ms);
      owed += ms;
    },
    async pass(ms, stepMs = STEP_MS) {
      if (owed > 0) await env.sleep(owed);
      owed = 0;
      for (let left = ms; left > 0; left -= stepMs) {
        const step = Math.min(left, stepMs);
        await world.sandbox.clock.advance(step);
        await env.sleep(step);
      }
    },
    async close() {
      // a workflow without a worker would keep the next file from skipping time, also one that an event has started
      await terminateOpen(world);
      await world.close();
      await env.teardown();
    },
  };
}

async function terminateOpen({ client, handle }: World): Promise<void> {
  const { executions } = await client.workflowService.listOpenWorkflowExecutions({
    namespace: 'default',
    maximumPageSize: 1_000,
    startTimeFilter: {},
  });
  const ids = executions.flatMap(({ execution }) => execution?.workflowId ?? []);
  await Promise.allSettled(ids.map((id) => handle(id).terminate()));
}
