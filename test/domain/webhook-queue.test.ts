import { describe, expect, it } from 'vitest';
import {
  afterFailure,
  afterSuccess,
  AT_ONCE,
  bundleOldest,
  nextWebhook,
  type Undelivered,
} from '../../src/domain/lifecycle/webhook-queue.js';

const AT = '2026-11-18T01:50:00.000Z';
const fresh = (sequence: number): Undelivered => ({
  ...AT_ONCE,
  webhook: { type: `t${sequence}`, effect: `${sequence}`, sequence, at: AT },
});
const failed = (sequence: number, notBefore: number) => afterFailure(fresh(sequence), false, notBefore);
const refused = (sequence: number, notBefore: number) => afterFailure(fresh(sequence), true, notBefore);
const next = (now: number, ...queue: readonly Undelivered[]) => nextWebhook(queue, now)?.webhook.sequence;

describe('the next webhook', () => {
  it('is the oldest that was not tried, so that none waits for one that failed', () => {
    expect(next(0, failed(1, 100), refused(2, 100), fresh(3), fresh(4))).toBe(3);
    expect(next(100, failed(1, 100), fresh(2))).toBe(2);
  });

  it('is otherwise the oldest that is due, or the one that becomes due first', () => {
    expect(next(150, failed(1, 200), refused(2, 150), failed(3, 100))).toBe(2);
    expect(next(0, failed(1, 200), refused(2, 150), failed(3, 100))).toBe(3);
    expect(next(0)).toBeUndefined();
  });
});

describe('a success', () => {
  it('makes those due that failed while the service was away, in order, and not those that it refused', () => {
    const queue = afterSuccess([failed(1, 900), refused(2, 500), failed(3, 700), fresh(4)], 100);
    expect(queue.map(({ notBefore }) => notBefore)).toEqual([100, 500, 100, 0]);
    expect(next(100, ...queue.slice(0, 3))).toBe(1);
  });

  it('brings one that fails although the service is back forward only once', () => {
    const [broughtForward = fresh(0)] = afterSuccess([failed(1, 900)], 100);
    const again = afterFailure(broughtForward, false, 5_000);
    expect(again).toMatchObject({ tried: 2, notBefore: 5_000 });
    expect(afterSuccess([again], 200)).toEqual([again]);
  });
});

it('one that was refused stays so when a retry gets no answer', () => {
  expect(afterFailure(refused(1, 100), false, 200)).toMatchObject({ isRefused: true, tried: 2 });
});

describe('over the limit', () => {
  it('the two oldest become one webhook, also those that failed, with the schedule of the newer one', () => {
    const [bundle, ...others] = bundleOldest(
      [refused(1, 100), failed(2, 300), fresh(3)],
      'x.missed',
      undefined,
    );
    expect(bundle).toMatchObject({ tried: 1, notBefore: 300 });
    expect(bundle?.webhook).toMatchObject({
      type: 'x.missed',
      sequence: 1,
      about: { missed: { count: 2, from: AT, to: AT } },
    });
    expect(others).toEqual([fresh(3)]);
  });

  it('the one in flight is left alone', () => {
    const [first, second, third] = [failed(1, 100), failed(2, 100), failed(3, 100)];
    const queue = bundleOldest([first, second, third], 'x.missed', first);
    expect(queue.map(({ webhook }) => webhook.type)).toEqual(['t1', 'x.missed']);
    expect(queue[0]).toBe(first);
  });

  it('a queue of a service that refuses everything stays as long as the limit, and counts everything', () => {
    let queue: readonly Undelivered[] = [];
    for (let sequence = 1; sequence <= 2_000; sequence += 1) {
      queue = [...queue, refused(sequence, sequence)];
      if (queue.length > 50) queue = bundleOldest(queue, 'x.missed', undefined);
    }
    expect(queue).toHaveLength(50);
    expect(queue[0]?.webhook.about?.missed).toMatchObject({ count: 1_951 });
  });
});
