import { expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { comparedWith, isCompared, type Listed } from '../../../src/domain/settlement/settlement.js';

const listed = (count: number, net: number): Listed => ({
  count,
  paidKobo: kobo(net),
  netKobo: kobo(net),
  at: '2026-11-18T08:00:00Z',
});
const compared = { count: 2, held: 2, woken: 0, notFollowed: 0, differences: [] };

it('payments are compared again where as many sum to something else: one of them is another', () => {
  const before = { listed: listed(2, 200_00), compared };
  expect(comparedWith(before, listed(2, 200_00))).toBe(compared);
  expect(isCompared(comparedWith(before, listed(2, 250_00)), listed(2, 250_00))).toBe(false);
});
