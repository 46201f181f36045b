import { expect, it } from 'vitest';
import { createThrottle } from '../../src/api/throttle.js';

it('lets one through in its time, for each key', () => {
  let now = 0;
  const isFirst = createThrottle(2_000, () => now);
  expect([isFirst('a'), isFirst('a'), isFirst('b')]).toEqual([true, false, true]);
  now = 1_999;
  expect(isFirst('a')).toBe(false);
  now = 2_000;
  expect(isFirst('a')).toBe(true);
});

it('forgets the oldest key rather than grow for ever', () => {
  const isFirst = createThrottle(60_000, () => 0);
  for (let n = 0; n <= 10_000; n++) isFirst(`key-${n}`);
  expect(isFirst('key-10000')).toBe(false);
  expect(isFirst('key-0')).toBe(true);
});
