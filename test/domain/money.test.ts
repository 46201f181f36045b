import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  difference,
  feeOf,
  fromNaira,
  type Kobo,
  kobo,
  MoneyError,
  percent,
  shareOf,
  showNaira,
  sum,
  toNaira,
  totalOf,
  ZERO,
} from '../../src/domain/money.js';
import { atRisk, type ReviewItem, withItem } from '../../src/domain/lifecycle/review.js';
import { PATIENT, RUNS } from '../gateway/property-runs.js';

const anyAmount = fc.maxSafeNat().map(kobo);

function toPercent(millionths: number) {
  const text = String(millionths).padStart(5, '0');
  return percent(`${text.slice(0, -4)}.${text.slice(-4)}`);
}

describe('reading and writing', () => {
  test('what is written is read back exactly, up to the end of the safe range', PATIENT, () => {
    fc.assert(
      fc.property(anyAmount, (amount) => fromNaira(toNaira(amount)) === amount),
      RUNS,
    );
    expect(fromNaira(toNaira(kobo(Number.MAX_SAFE_INTEGER)))).toBe(Number.MAX_SAFE_INTEGER);
  });

  test('further decimals are accepted when they are zero, and refused otherwise', () => {
    expect(fromNaira('500.0000')).toBe(500_00);
    expect(() => fromNaira('500.001')).toThrow('fraction of a kobo');
  });

  test.each([
    '',
    '-1',
    '+1',
    '1,000',
    '1e3',
    '.5',
    '5.',
    'NaN',
    'Infinity',
    '0x10',
    '１',
    ' 1',
    '9'.repeat(16),
  ])('refuses "%s"', (text) => {
    expect(() => fromNaira(text)).toThrow(MoneyError);
  });

  test.each([1.5, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER + 1])(
    'a count of %s kobo is refused',
    (count) => {
      expect(() => kobo(count)).toThrow('not a whole, non-negative number of kobo');
    },
  );

  test('a sum beyond the safe range is refused instead of being rounded', () => {
    expect(() => sum(kobo(Number.MAX_SAFE_INTEGER), kobo(1))).toThrow(MoneyError);
  });

  test('people see thousands', () => {
    expect(showNaira(kobo(1_234_567_05))).toBe('₦1,234,567.05');
    expect(showNaira(ZERO)).toBe('₦0.00');
  });
});

describe('shares', () => {
  test('half a kobo rounds up', () => {
    expect(shareOf(kobo(1), percent('50'))).toBe(1);
    expect(shareOf(kobo(1_01), percent('12.5'))).toBe(13);
    expect(shareOf(kobo(100), percent('0.4999'))).toBe(0);
  });

  test('a share is within half a kobo of the exact one', PATIENT, () => {
    fc.assert(
      fc.property(anyAmount, fc.integer({ min: 0, max: 1_000_000 }), (amount, millionths) => {
        const off =
          BigInt(shareOf(amount, toPercent(millionths))) * 1_000_000n - BigInt(amount) * BigInt(millionths);
        return off > -500_000n && off <= 500_000n;
      }),
      RUNS,
    );
  });

  test.each(['101', '100.0001', '-1', '1.23456', '', 'ten'])('"%s" is no percentage', (text) => {
    expect(() => percent(text)).toThrow(MoneyError);
  });

  test('a fee has a rate, a flat part and a cap', () => {
    const rule = { rate: percent('1.5'), flat: kobo(10_00), cap: kobo(2_000_00) };
    expect(feeOf(kobo(1_000_00), rule)).toBe(25_00);
    expect(feeOf(kobo(1_000_000_00), rule)).toBe(2_000_00);
  });
});

describe('a total that a lifecycle keeps', () => {
  test('is exact within the safe range, and stays at its end', PATIENT, () => {
    const amounts = fc.array(fc.oneof(anyAmount, fc.nat().map(kobo)), { maxLength: 12 });
    fc.assert(
      fc.property(amounts, (all) => {
        const exact = all.reduce((total, amount) => total + BigInt(amount), 0n);
        const most = BigInt(Number.MAX_SAFE_INTEGER);
        return BigInt(totalOf(...all)) === (exact > most ? most : exact);
      }),
      RUNS,
    );
  });

  test(
    'differs from another exactly, and stays at the end of the safe range in both directions',
    PATIENT,
    () => {
      const amounts = fc.array(fc.oneof(anyAmount, fc.nat().map(kobo)), { maxLength: 5 });
      const exactly = (all: readonly Kobo[]) => all.reduce((total, amount) => total + BigInt(amount), 0n);
      fc.assert(
        fc.property(amounts, amounts, (plus, minus) => {
          const exact = exactly(plus) - exactly(minus);
          const most = BigInt(Number.MAX_SAFE_INTEGER);
          const expected = exact > most ? most : exact < -most ? -most : exact;
          return BigInt(difference(plus, minus)) === expected;
        }),
        RUNS,
      );
    },
  );

  test('counts what needs review, whatever events claim', () => {
    const claim = { kind: 'unproven-event', reason: 'huge', atRiskKobo: kobo(9e15), addsUp: true } as const;
    const items = [1, 2, 3].reduce<readonly ReviewItem[]>(
      (all, n) => withItem(all, { ...claim, subject: `T-${n % 2}` }, '2026-01-31T16:00:00Z'),
      [],
    );
    expect(atRisk(items)).toBe(Number.MAX_SAFE_INTEGER);
  });
});
