import { afterEach, expect, it, vi } from 'vitest';
import { createPace } from '../../workflows/shared/run/pace.js';

afterEach(() => void vi.useRealTimers());

it('a loop that waits for a moment that has passed is an error, and does not block the worker', async () => {
  vi.useFakeTimers({ now: 1_000, toFake: ['Date'] });
  const pace = createPace(() => false);
  const wait = () => pace.pause(999, 'Next charge');
  const loop = async () => {
    for (;;) await wait();
  };
  await expect(loop()).rejects.toThrow('Next charge: the due time has passed');
  // the next event finds it at another moment
  vi.setSystemTime(1_001);
  await expect(wait()).resolves.toBeUndefined();
});

it('a call that an error in our own code prevents leaves nothing in flight: the run continues as new', async () => {
  const pace = createPace(() => false);
  const broken = (): Promise<never> => {
    throw new TypeError('broken on purpose');
  };
  await expect((async () => pace.call(broken))()).rejects.toThrow('broken on purpose');
  expect(pace.isIdle()).toBe(true);
});

it('a call is in flight until it has its answer', async () => {
  const pace = createPace(() => false);
  let answer: (word: string) => void = () => undefined;
  const called = pace.call(() => new Promise<string>((resolve) => (answer = resolve)));
  expect(pace.isIdle()).toBe(false);
  answer('done');
  expect(await called).toBe('done');
  expect(pace.isIdle()).toBe(true);
});
