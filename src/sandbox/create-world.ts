import { createFaults } from './faults/faults.js';
import { createPast } from './faults/past.js';
import { createTokens } from './http/tokens.js';
import { jobsOf } from './jobs.js';
import { createLedger } from './money/ledger.js';
import { createAgenda, type Job } from './state/agenda.js';
import { createClock, type Skipped } from './state/clock.js';
import { createSeed } from './state/seed.js';
import { createStore } from './state/store.js';
import { createTimeTravel } from './state/time-travel.js';
import { createTables } from './tables.js';
import { type World, type WorldOptions } from './world.js';

export function createWorld({ seed, now, followers, ...options }: WorldOptions): World {
  const store = createStore();
  const clock = createClock(
    now,
    store.collection<Skipped>('clock', (stored) => stored.name),
  );
  const chance = createSeed(seed);
  const tables = createTables(store);
  const past = createPast(store, tables, clock.now);
  const world: World = {
    ...options,
    ...tables,
    store,
    clock,
    seed: chance,
    faults: createFaults({ store, seed: chance, past, now: clock.now }),
    past,
    tokens: createTokens(seed, clock.now),
    ledger: createLedger(store),
    timeTravel: createTimeTravel(() => world, followers),
    agenda: createAgenda({
      store,
      clock,
      jobs: store.collection<Job>('jobs', (job) => job.id),
      runners: jobsOf(() => world),
      onFailure: ({ kind, subject }, error) =>
        options.log('error', 'a job failed; it will be retried', { kind, subject, error: String(error) }),
    }),
  };
  return world;
}
