import { expect, inject, it } from 'vitest';
import { REPRODUCTIONS, reproduce } from './reproductions.js';

/*
 * Where a test here fails, the SDK has been mended. Once the first fault is, `workflows/stale-task.ts` can go, with its tests.
 */

const TRIES = 5;

it.each(Object.keys(REPRODUCTIONS) as (keyof typeof REPRODUCTIONS)[])(
  'the SDK still has the fault: %s',
  async (name) => {
    let broken: readonly string[] = [];
    // which of a query and a task a worker takes first is luck, more so on a busy machine
    for (let left = TRIES; broken.length === 0 && left > 0; left -= 1) {
      ({ broken } = await reproduce(inject('temporalAddress'), name));
    }
    expect(broken.length).toBeGreaterThan(0);
    expect(broken[0]).toMatch(/Nondeterminism/);
  },
);
