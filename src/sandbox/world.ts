import { type Dispatcher } from 'undici';
import { type Faults } from './faults/faults.js';
import { type Past } from './faults/past.js';
import { type Tokens } from './http/tokens.js';
import { type Log } from './log.js';
import { type Ledger } from './money/ledger.js';
import { type Agenda } from './state/agenda.js';
import { type Clock } from './state/clock.js';
import { type Seed } from './state/seed.js';
import { type Store } from './state/store.js';
import { type Followers, type TimeTravel } from './state/time-travel.js';
import { type Tables } from './tables.js';

export interface WorldOptions {
  readonly seed: string;
  readonly now: () => number;
  readonly validityMs: number;
  readonly outbound: Dispatcher;
  readonly log: Log;
  /** The absolute URL of a path, for browsers and merchants. */
  readonly publicUrl: (path: string) => string;
  readonly followers?: Followers | undefined;
}

/** Everything that a request or a job may read or change. Types only: createWorld is in create-world.ts. */
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
