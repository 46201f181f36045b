import { expect } from 'vitest';
import { createPassUntil } from './pass-until.js';
import { createWorld, type World, type WorldOptions } from './world.js';

export interface TimeTravelWorld extends World {
  /** Moves the gateway and every open workflow of this world forward, together and in steps. */
  pass(ms: number, stepMs?: number): Promise<void>;
  /** Moves both step by step until `check` holds. */
  readonly passUntil: ReturnType<typeof createPassUntil>;
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
    passUntil: createPassUntil(pass),
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
