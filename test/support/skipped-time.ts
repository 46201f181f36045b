import { TestWorkflowEnvironment } from '@temporalio/testing';
import { inject } from 'vitest';
import { createWorld, type World, type WorldOptions } from './world.js';

/** The SDK can attach to a running time-skipping server, but says so only to itself. */
interface Attach {
  create(options: object): Promise<TestWorkflowEnvironment>;
}

export interface SkippedWorld extends World {
  /** Lets time pass for the gateway and the stories alike, in steps, so that neither runs far ahead. */
  pass(ms: number, stepMs?: number): Promise<void>;
}

const STEP_MS = 5 * 60_000;

export async function createSkippedWorld(options: Omit<WorldOptions, 'now'> = {}): Promise<SkippedWorld> {
  const env = await (TestWorkflowEnvironment as unknown as Attach).create({
    server: { type: 'existing' },
    address: inject('temporalAddress'),
    namespace: 'default',
    supportsTimeSkipping: true,
  });
  // the server's clock stands wherever the file before us left it
  const ahead = (await env.currentTimeMs()) - Date.now();
  const world = await createWorld({ ...options, now: () => Date.now() + ahead });
  return {
    ...world,
    async pass(ms, stepMs = STEP_MS) {
      for (let left = ms; left > 0; left -= stepMs) {
        const step = Math.min(left, stepMs);
        await world.sandbox.clock.advance(step);
        await env.sleep(step);
      }
    },
    async close() {
      await world.close();
      await env.teardown();
    },
  };
}
