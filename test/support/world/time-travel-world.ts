import { expect } from 'vitest';
import { createWorld, type World, type WorldOptions } from './world.js';

export interface MovedWorld extends World {
  /** Moves the gateway and every open workflow of this world forward, together and in steps. */
  pass(ms: number, stepMs?: number): Promise<void>;
  /** Moves only the gateway's clock, to hit a second exactly; the workflows catch up when time next passes. */
  runAhead(ms: number): Promise<void>;
  /**
   * Sets the gateway's clock back. A workflow starts at the machine's time, so one that lives by dates, as an
   * invoice does, must start when the gateway's time is the same. Workflows of earlier tests stay ahead.
   */
  backToNow(): Promise<void>;
}

/** A world on the dev server whose time can be moved, by the same code that moves it in `oware dev`. */
export async function createMovedWorld(
  options: Omit<WorldOptions, 'now' | 'timeTravel'> = {},
): Promise<MovedWorld> {
  const world = await createWorld({ ...options, timeTravel: true });
  const obstacle = await world.followers.unavailable();
  if (obstacle !== undefined) throw new Error(`${obstacle} Tests with moved time need it.`);
  let owed = 0;
  return {
    ...world,
    async runAhead(ms) {
      await world.sandbox.clock.advance(ms);
      owed += ms;
    },
    async pass(ms, stepMs) {
      if (owed > 0) expect(await world.followers.forward(owed)).toMatchObject({ overdue: [] });
      owed = 0;
      const move = await world.sandbox.clock.move(ms, stepMs);
      expect(move).toMatchObject({ movedMs: ms, finished: true, overdue: [] });
      expect(move).not.toHaveProperty('failed');
    },
    async backToNow() {
      owed = 0;
      await world.control('clock/reset', {});
    },
    async close() {
      await world.terminateAll();
      await world.close();
    },
  };
}
