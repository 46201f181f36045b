import { describe, expect, it } from 'vitest';
import { readConfig, toSettings } from '../../src/config/config.js';
import { kobo, ZERO } from '../../src/domain/money.js';
import { actionFor } from '../../src/domain/collection/policy.js';

describe('the policies for unexpected money', () => {
  it('by default accept nothing but a surplus', () => {
    const naira = kobo(100);
    const actions = Object.entries(toSettings(readConfig({})).policies).map(([name, policy]) => [
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

  it('accept up to the limit, and hold above it', () => {
    const policy = { action: 'accept', upToKobo: kobo(100) } as const;
    expect([ZERO, kobo(100), kobo(101)].map((amount) => actionFor(policy, amount))).toEqual([
      'accept',
      'accept',
      'hold',
    ]);
  });

  it('hold any amount where they say hold', () => {
    expect(actionFor({ action: 'hold' }, kobo(1))).toBe('hold');
  });
});
