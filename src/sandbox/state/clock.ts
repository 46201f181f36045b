import { type Collection } from './store.js';

/** The sandbox's time: the base clock plus the time skipped so far. */
export interface Clock {
  readonly now: () => number;
  /** How far it is ahead of the base clock. */
  skippedMs(): number;
  /** Runs inside a commit: skipped time is state, because time must not go backwards at a restart. */
  skip(ms: number): void;
  /** Runs inside a commit: back to the base clock. */
  reset(): void;
}

export interface Skipped {
  readonly name: 'skipped';
  readonly ms: number;
}

export function createClock(base: () => number, stored: Collection<Skipped>): Clock {
  const skippedMs = (): number => stored.get('skipped')?.ms ?? 0;
  return {
    now: () => base() + skippedMs(),
    skippedMs,
    skip: (ms) => stored.put({ name: 'skipped', ms: skippedMs() + ms }),
    reset: () => stored.put({ name: 'skipped', ms: 0 }),
  };
}

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const DURATION = /^(\d{1,9})\s*(ms|s|m|h|d)$/;

/** Reads '90s', '40m', '2h', '3d' as milliseconds. */
export function readDuration(text: string): number | undefined {
  const [, count, unit] = DURATION.exec(text.trim()) ?? [];
  return count === undefined ? undefined : Number(count) * UNITS[unit as keyof typeof UNITS];
}
