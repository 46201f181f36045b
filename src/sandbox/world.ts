import { type Dispatcher } from 'undici';
import { createFaults, type Faults } from './faults/faults.js';
import { createPast, type Past } from './faults/past.js';
import { createTokens, type Tokens } from './http/tokens.js';
import { jobsOf } from './jobs.js';
import { type Ledger, createLedger } from './money/books.js';
import { type Agenda, createAgenda, type Job } from './state/agenda.js';
import { type Clock, createClock, type Skipped } from './state/clock.js';
import { createSeed, type Seed } from './state/seed.js';
import { createStore, type Store } from './state/store.js';
import { createTimeTravel, type Followers, type TimeTravel } from './state/time-travel.js';
import { createTables, type Tables } from './tables.js';

/** Where the sandbox says what it does; never a card number, a PIN or an OTP. */
export type Log = (level: 'info' | 'warn' | 'error', message: string, details?: object) => void;

export interface WorldOptions {
  readonly seed: string;
  readonly now: () => number;
  readonly validityMs: number;
  readonly outbound: Dispatcher;
  readonly log: Log;
  /** An address that people's browsers and merchants can open. */
  readonly publicUrl: (path: string) => string;
  readonly followers?: Followers | undefined;
}

/** Everything that a request or a job may touch. */
export interface World extends Tables, Omit<WorldOptions, 'seed' | 'now' | 'followers'> {
  readonly store: Store;
  readonly clock: Clock;
  readonly seed: Seed;
  readonly tokens: Tokens;
  readonly ledger: Ledger;
  readonly agenda: Agenda;
  readonly timeTravel: TimeTravel;
  readonly faults: Faults;
  readonly past: Past;
}

export function createWorld({ seed, now, followers, ...options }: WorldOptions): World {
  const store = createStore();
  const clock = createClock(
    now,
    store.collection<Skipped>('clock', (kept) => kept.name),
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
    faults: createFaults(store, chance, past),
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
        options.log('error', 'a job failed and will run again', { kind, subject, error: String(error) }),
    }),
  };
  return world;
}
