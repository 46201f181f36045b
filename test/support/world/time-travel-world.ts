import { expect } from 'vitest';
import { waitUntil } from '../wait-until.js';
import { createWorld, MINUTE, type World, type WorldOptions } from './world.js';

export interface TimeTravelWorld extends World {
  /** Moves the gateway and every open workflow of this world forward, together and in steps. */
  pass(ms: number, stepMs?: number): Promise<void>;
  /** Moves both a minute at a time until `check` holds: what depends on a check may need one more than expected. */
  passUntil(what: string, check: () => Promise<boolean>): Promise<void>;
  /** Moves only the gateway's clock, to hit a second exactly; the workflows catch up at the next `pass`. */
  runAhead(ms: number): Promise<void>;
  /**
   * Sets the gateway's clock back. A workflow starts at the machine's time, so one that depends on dates, such as
   * an invoice, must start while the gateway has the same time. Workflows of earlier tests stay ahead.
   */
  backToNow(): Promise<void>;
}

/** A world on the dev server whose time can be moved, by the same code that moves it in `oware dev`. */
export async function createTimeTravelWorld(
  options: Omit<WorldOptions, 'now' | 'timeTravel'> = {},
): Promise<TimeTravelWorld> {
  const world = await createWorld({ ...options, timeTravel: true });
  const obstacle = await world.followers.unavailable();
  if (obstacle !== undefined) throw new Error(`${obstacle} Tests that move time need it.`);
  let owed = 0;
  async function pass(ms: number, stepMs?: number): Promise<void> {
    if (owed > 0) expect(await world.followers.forward(owed)).toMatchObject({ overdue: [] });
    owed = 0;
    const move = await world.sandbox.clock.move(ms, stepMs);
    expect(move).toMatchObject({ movedMs: ms, finished: true, overdue: [] });
    expect(move).not.toHaveProperty('failed');
  }
  return {
    ...world,
    pass,
    passUntil: (what, check) =>
      waitUntil(what, async () => (await check()) || pass(MINUTE).then(() => false)).then(() => undefined),
    async runAhead(ms) {
      await world.sandbox.clock.advance(ms);
      owed += ms;
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
