import { describe, expect, it } from 'vitest';
import { kobo, percent } from '../../src/domain/money.js';
import { refuseSplit, type SplitItem } from '../../src/domain/split.js';

const share = (subAccountCode: string, more: Partial<SplitItem>): SplitItem => ({ subAccountCode, ...more });

describe('a split', () => {
  it('of exactly 100 percent, or exactly the amount, is accepted', () => {
    const parts = ['33.3333', '33.3333', '33.3334'].map((text, n) =>
      share(`S${n}`, { splitPercentage: percent(text) }),
    );
    expect(refuseSplit(parts)).toBeUndefined();
    const amounts = [
      share('S1', { splitAmountKobo: kobo(400) }),
      share('S2', { splitAmountKobo: kobo(600) }),
    ];
    expect(refuseSplit(amounts, kobo(1_000))).toBeUndefined();
  });

  it('that gives away more than there is is refused', () => {
    const parts = ['60', '40.0001'].map((text, n) => share(`S${n}`, { splitPercentage: percent(text) }));
    expect(refuseSplit(parts)).toBe('must not give away more than 100 percent');
    const amounts = [
      share('S1', { splitAmountKobo: kobo(400) }),
      share('S2', { splitAmountKobo: kobo(601) }),
    ];
    expect(refuseSplit(amounts, kobo(1_000))).toBe('must not give away more than the amount, ₦10.00');
  });

  it('that names a sub-account twice is refused', () => {
    expect(refuseSplit([share('S1', {}), share('S1', {})])).toBe('must name each sub-account once');
  });
});
