import { expect, it } from 'vitest';
import { createThrottle } from '../../src/api/throttle.js';

it('allows one call per interval, for each key', () => {
  let now = 0;
  const isFirst = createThrottle(2_000, () => now);
  expect([isFirst('a'), isFirst('a'), isFirst('b')]).toEqual([true, false, true]);
  now = 1_999;
  expect(isFirst('a')).toBe(false);
  now = 2_000;
  expect(isFirst('a')).toBe(true);
});

it('drops the oldest key at its maximum size', () => {
  const isFirst = createThrottle(60_000, () => 0);
  for (let n = 0; n <= 10_000; n++) isFirst(`key-${n}`);
  expect(isFirst('key-10000')).toBe(false);
  expect(isFirst('key-0')).toBe(true);
});
