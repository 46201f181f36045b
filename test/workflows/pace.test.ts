import { expect, it } from 'vitest';
import { createPace } from '../../workflows/shared/run/pace.js';

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
