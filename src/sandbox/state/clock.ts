import { type Collection } from './store.js';

/** The sandbox's time: a clock that was handed in, moved forward by whatever people have skipped. */
export interface Clock {
  readonly now: () => number;
  /** How far people have moved it ahead of the clock that was handed in. */
  skippedMs(): number;
  /** Inside of a commit: the skipped time is state, since time must not run back at a restart. */
  skip(ms: number): void;
  /** Inside of a commit: back to the clock that was handed in. */
  reset(): void;
}

export interface Skipped {
  readonly name: 'skipped';
  readonly ms: number;
}

export function createClock(base: () => number, kept: Collection<Skipped>): Clock {
  const skippedMs = (): number => kept.get('skipped')?.ms ?? 0;
  return {
    now: () => base() + skippedMs(),
    skippedMs,
    skip: (ms) => kept.put({ name: 'skipped', ms: skippedMs() + ms }),
    reset: () => kept.put({ name: 'skipped', ms: 0 }),
  };
}

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const DURATION = /^(\d{1,9})\s*(ms|s|m|h|d)$/;

/** Reads '90s', '40m', '2h', '3d' as milliseconds. */
export function readDuration(text: string): number | undefined {
  const [, count, unit] = DURATION.exec(text.trim()) ?? [];
  return count === undefined ? undefined : Number(count) * UNITS[unit as keyof typeof UNITS];
}
