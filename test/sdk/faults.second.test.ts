import { expect, inject, it } from 'vitest';
import { REPRODUCTIONS, reproduce } from './reproductions.js';

/*
 * Where a test here fails, the SDK has been mended. Once the first fault is, `workflows/stale-task.ts` can go, with its tests.
 */

it.each(Object.keys(REPRODUCTIONS) as (keyof typeof REPRODUCTIONS)[])(
  'the SDK still has the fault: %s',
  async (name) => {
    const { broken } = await reproduce(inject('temporalAddress'), name);
    expect(broken.length).toBeGreaterThan(0);
    expect(broken[0]).toMatch(/Nondeterminism/);
  },
);
