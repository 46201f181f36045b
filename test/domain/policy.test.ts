import { describe, expect, it } from 'vitest';
import { kobo, ZERO } from '../../src/domain/money.js';
import { actionFor, DEFAULT_POLICIES } from '../../src/domain/collection/policy.js';

describe('what is done about money that was not asked for', () => {
  it('is, when nobody says otherwise, that nothing is accepted in silence but a surplus', () => {
    const naira = kobo(100);
    const actions = Object.entries(DEFAULT_POLICIES).map(([name, policy]) => [
      name,
      actionFor(policy, naira),
    ]);
    expect(Object.fromEntries(actions)).toEqual({
      underpaid: 'hold',
      overpaid: 'accept',
      late: 'hold',
      duplicate: 'hold',
    });
  });

  it('is accepted up to the limit, and held above it', () => {
    const policy = { action: 'accept', upToKobo: kobo(100) } as const;
    expect([ZERO, kobo(100), kobo(101)].map((amount) => actionFor(policy, amount))).toEqual([
      'accept',
      'accept',
      'hold',
    ]);
  });

  it('is held whatever the amount where it is to be held', () => {
    expect(actionFor({ action: 'hold' }, kobo(1))).toBe('hold');
  });
});
