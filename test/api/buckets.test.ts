import { expect, it } from 'vitest';
import { addressOf } from '../../src/api/address-of.js';
import { createBodyBudget, ORDINARY_BODY_BYTES } from '../../src/api/body-budget.js';
import { createBuckets } from '../../src/api/buckets.js';

it('a bucket allows a burst, then its refill rate', () => {
  let now = 0;
  const buckets = createBuckets({ burst: 2, perSecond: 1 }, () => now);
  expect([buckets.take('a'), buckets.take('a'), buckets.take('a')]).toEqual([true, true, false]);
  expect([buckets.isEmpty('a'), buckets.isEmpty('b'), buckets.take('b')]).toEqual([true, false, true]);
  now = 1_000;
  expect([buckets.isEmpty('a'), buckets.take('a'), buckets.take('a')]).toEqual([false, true, false]);
  now = 60_000;
  expect([buckets.take('a'), buckets.take('a'), buckets.take('a')]).toEqual([true, true, false]);
});

it('the table of addresses has a maximum size, and keeps active addresses', () => {
  const buckets = createBuckets({ burst: 1, perSecond: 0 }, () => 0);
  buckets.take('first');
  buckets.take('often');
  for (let n = 0; n < 20_000; n++) {
    buckets.take(`address-${n}`);
    buckets.take('often');
  }
  expect(buckets.size()).toBeLessThanOrEqual(10_000);
  expect(buckets.take('often')).toBe(false);
  expect(buckets.take('first')).toBe(true);
});

it('a limit applies to an IPv4 address, or to an IPv6 network', () => {
  const same = (a: string, b: string) => addressOf({ ip: a }) === addressOf({ ip: b });
  expect(same('10.0.0.1', '::ffff:10.0.0.1')).toBe(true);
  expect(same('10.0.0.1', '10.0.0.2')).toBe(false);
  expect(same('2001:db8:1:2::1', '2001:db8:1:2:3:4:5:6')).toBe(true);
  expect(same('2001:db8:1:2::1', '2001:db8:1:3::1')).toBe(false);
  expect(same('::1', '::2')).toBe(true);
});

it('at most two large bodies are held at once, and a finished one frees its place', () => {
  const bodies = createBodyBudget();
  const [first, second, third] = [bodies.reserve(), bodies.reserve(), bodies.reserve()];
  const large = 31 * ORDINARY_BODY_BYTES;
  expect([first.grow(large), second.grow(large), third.grow(large)]).toEqual([true, true, false]);
  expect(third.grow(ORDINARY_BODY_BYTES)).toBe(true);
  first.release();
  first.release();
  expect(third.grow(large)).toBe(true);
  expect(bodies.reserve().grow(large)).toBe(false);
});

it('ordinary bodies share one allowance', () => {
  const bodies = createBodyBudget();
  const places = Array.from({ length: 40 }, () => bodies.reserve());
  const granted = places.filter((place) => place.grow(ORDINARY_BODY_BYTES));
  expect(granted).toHaveLength(32);
  granted[0]!.release();
  expect(places.at(-1)!.grow(ORDINARY_BODY_BYTES)).toBe(true);
});
