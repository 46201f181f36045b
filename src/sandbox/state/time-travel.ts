import { type World } from '../world.js';

/**
 * Moves the sandbox's clock forward and stops at everything that falls due on the way, so that five retries
 * within an advanced half hour happen at their five times and not all at its end. Resolves when all is done.
 */
export async function advance(world: World, ms: number): Promise<void> {
  const target = world.clock.now() + ms;
  await world.agenda.settled();
  for (;;) {
    const due = world.agenda.nextDueAt();
    const now = world.clock.now();
    const stop = due === undefined || due > target ? target : due;
    if (stop > now) world.store.commit(() => world.clock.skip(stop - now));
    await world.agenda.settled();
    if (stop >= target) return;
  }
}
