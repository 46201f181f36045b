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
/** After its first attempt, at time 0. */
const tried = (sequence: number, notBefore: number, isRefused: boolean) =>
  afterFailure(fresh(sequence), { at: 0, isRefused, planMs: [notBefore] })!;
const failed = (sequence: number, notBefore: number) => tried(sequence, notBefore, false);
const refused = (sequence: number, notBefore: number) => tried(sequence, notBefore, true);
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

  it('brings one that fails although the service is back forward only once, and its schedule stays as it was', () => {
    const waiting = failed(1, 900);
    const [early = fresh(0)] = afterSuccess([waiting], 100);
    const again = afterFailure(early, { at: 150, isRefused: false, planMs: [900] });
    expect(again).toEqual({ ...waiting, isRefused: true });
    expect(afterSuccess([again!], 200)).toEqual([again]);
  });

  it('leaves one alone whose own attempt is due', () => {
    const due = failed(1, 100);
    expect(afterSuccess([due], 100)).toEqual([due]);
  });

  it.each([
    ['after none of its attempts', () => false, 0],
    ['before the last of its attempts', (attempts: number) => attempts === 3, 1],
    ['after each of its attempts', () => true, 1],
  ])('never ends the retries of one that fails sooner, and adds one attempt: %s', (_, isSuccess, extra) => {
    const planMs = [100, 200, 400];
    const attempts: number[] = [];
    let left: Undelivered | undefined = fresh(1);
    for (let at = 0; left && attempts.length < 20; at += 10) {
      at = Math.max(at, left.notBefore);
      attempts.push(at);
      left = afterFailure(left, { at, isRefused: false, planMs });
      if (left && isSuccess(attempts.length)) [left] = afterSuccess([left], at + 10);
    }
    expect(attempts.at(-1)).toBe(700);
    expect(attempts).toHaveLength(4 + extra);
  });
});

it('one that is refused each time is retried over the whole schedule, as without an answer', () => {
  const planMs = [100, 200, 400, 800, 1_600];
  const delaysOf = (isRefused: boolean) => {
    const delays: number[] = [];
    for (let left: Undelivered | undefined = fresh(1); left && delays.length < 20;) {
      left = afterFailure(left, { at: 0, isRefused, planMs });
      if (left) delays.push(left.notBefore);
    }
    return delays;
  };
  expect(delaysOf(true)).toEqual(planMs);
  expect(delaysOf(false)).toEqual(planMs);
});

it('one that was refused stays so when a retry gets no answer', () => {
  const again = afterFailure(refused(1, 100), { at: 100, isRefused: false, planMs: [100, 100] });
  expect(again).toMatchObject({ isRefused: true, tried: 2, notBefore: 200 });
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

  it('what a lost run had posted keeps its place when it is counted: what that run sent later stays newer', () => {
    const ofLostRun = { ...failed(1, 100), webhook: { ...failed(1, 100).webhook, epoch: 'of the lost run' } };
    const [bundle] = bundleOldest([ofLostRun, fresh(2)], 'x.missed', undefined);
    expect(bundle?.webhook).toMatchObject({ type: 'x.missed', sequence: 1, epoch: 'of the lost run' });
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
