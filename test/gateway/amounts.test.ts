import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kobo, MoneyError, toNaira } from '../../src/domain/money.js';
import {
  fromOptionalWireAmount,
  fromWireAmount,
  LARGEST_AMOUNT,
  toWireNumber,
  toWireText,
} from '../../src/gateway/formats/amounts.js';
import { toJson } from '../../src/gateway/formats/json.js';
import { PATIENT, RUNS } from './property-runs.js';

const amounts = fc.nat(LARGEST_AMOUNT).map(kobo);

test(
  'an amount survives the wire as a JSON number, through a parser that makes a float of it',
  PATIENT,
  () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const text = toJson({ amount: toWireNumber(amount) });
        const parsed = JSON.parse(text) as { amount: number };
        return fromWireAmount(parsed.amount) === amount && text === `{"amount":${toNaira(amount)}}`;
      }),
      RUNS,
    );
  },
);

test('at the edge of the exact range every kobo is still distinct', () => {
  for (let below = 0; below < 1000; below++) {
    const amount = kobo(LARGEST_AMOUNT - below);
    expect(fromWireAmount(Number(toNaira(amount)))).toBe(amount);
  }
  expect(() => fromWireAmount(10_000_000_000_000)).toThrow('exceeds the exact range');
});

test('an amount survives as text with two, four or no decimals', PATIENT, () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      const text = toWireText(amount);
      const whole = amount % 100 === 0 ? [String(amount / 100)] : [];
      return [text, `${text}00`, ...whole].every((form) => fromWireAmount(form) === amount);
    }),
    RUNS,
  );
});

test('null, absent and empty are no amount, and zero is one', () => {
  expect([null, undefined, ''].map(fromOptionalWireAmount)).toEqual([null, null, null]);
  expect([0, '0', '0.00', '0.0000'].map(fromOptionalWireAmount)).toEqual([0, 0, 0, 0]);
});

test('a number with a fraction of a kobo is refused, never rounded', PATIENT, () => {
  const fractions = fc.integer({ min: 1, max: 999_999 }).filter((count) => count % 10 !== 0);
  fc.assert(
    fc.property(fractions, (thousandths) => {
      expect(() => fromWireAmount(thousandths / 1000)).toThrow(MoneyError);
    }),
    RUNS,
  );
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, -0.01, 1e21, 1e-7, '1e3', '-5.00', 'ten', '1 000'])(
  'refuses %s',
  (value) => {
    expect(() => fromWireAmount(value)).toThrow(MoneyError);
  },
);

test.each([
  [8.600000000000001, 8_60],
  ['8.599999999999999', 8_60],
  [(0.7 + 0.1) * 10, 8_00],
  [0.1 + 0.2, 30],
  ['8.600000000000001', 8_60],
  ['1234567890.1200001', 1_234_567_890_12],
  ['1,000.50', 1_000_50],
  ['12,345,678.90', 12_345_678_90],
  [' 1000.50 ', 1_000_50],
])('%s is read as %i kobo', (written, amount) => {
  expect(fromWireAmount(written)).toBe(amount);
});

test.each([8.6001, 8.60001, '8.600009', '1,00.50', '1,0000', ',100', '1,000.505'])(
  '%s is more than float noise, or no amount, and stays refused',
  (written) => {
    expect(() => fromWireAmount(written)).toThrow(MoneyError);
  },
);
