import { describe, expect, it } from 'vitest';
import { type Pause, pauseOf, readPauses, refusePauseTarget } from '../../src/domain/pause/pause.js';

const pause = (given: Partial<Pause> = {}): Pause => ({
  queue: 'payouts',
  reason: 'bank is down',
  by: 'ada',
  since: '2026-11-15T09:00:00.000Z',
  ...given,
});

describe('which pause stops a send', () => {
  const bank = pause({ bank: '058' });

  it('that of its queue, whatever the bank', () => {
    expect(pauseOf([pause()], 'payouts')).toEqual(pause());
    expect(pauseOf([pause()], 'payouts', '058')).toEqual(pause());
    expect(pauseOf([pause()], 'charges')).toBeUndefined();
  });

  it('that of its bank, and no other bank', () => {
    expect(pauseOf([bank], 'payouts', '058')).toEqual(bank);
    expect(pauseOf([bank], 'payouts', '044')).toBeUndefined();
    expect(pauseOf([bank], 'payouts')).toBeUndefined();
    expect(pauseOf([bank], 'charges', '058')).toBeUndefined();
  });

  it('that of the whole queue first, where both apply', () => {
    expect(pauseOf([bank, pause()], 'payouts', '058')).toEqual(pause());
  });
});

it('effects can only be paused as a whole', () => {
  expect(refusePauseTarget({ queue: 'effects' })).toBeUndefined();
  expect(refusePauseTarget({ queue: 'effects', bank: '058' })).toContain('as a whole');
});

it.each([
  ['nothing', undefined],
  ['null', null],
  ['text', 'payouts'],
  ['an object', {}],
  ['a list of nothing', [null]],
  ['a pause without a time', [{ queue: 'payouts', reason: 'x', by: 'ada' }]],
  ['a pause of an unknown queue', [{ ...pause(), queue: 'everything' }]],
  ['one good and one bad pause', [pause(), { ...pause(), bank: 58 }]],
])('%s is not a list of pauses: it must not read as "nothing is paused"', (_what, given) => {
  expect(readPauses(given)).toBeUndefined();
});

it('a list of pauses reads as it is, and may be empty', () => {
  expect(readPauses([])).toEqual([]);
  expect(readPauses([pause(), pause({ bank: '058' })])).toHaveLength(2);
});
