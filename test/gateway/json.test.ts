import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonNumber, toJson } from '../../src/gateway/formats/json.js';
import { PATIENT, RUNS } from './property-runs.js';

test('writes everything that is not an amount as JSON.stringify does', PATIENT, () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => toJson(value) === JSON.stringify(value)),
    RUNS,
  );
});

test('an absent member is left out, and an absent item is null', () => {
  expect(toJson({ a: undefined, b: [undefined] })).toBe('{"b":[null]}');
});

test('digits are written as given, however many', () => {
  expect(toJson({ amount: jsonNumber('9999999999999.90') })).toBe('{"amount":9999999999999.90}');
});

test('no text can be mistaken for an amount', PATIENT, () => {
  fc.assert(
    fc.property(fc.string(), (hostile) => {
      const written = toJson({ name: hostile, amount: jsonNumber('1.00') });
      const read = JSON.parse(written) as { name: string; amount: number };
      return read.name === hostile && read.amount === 1;
    }),
    RUNS,
  );
  const copied = structuredClone({ amount: jsonNumber('1.00') });
  expect(toJson(copied)).toBe('{"amount":{}}');
});

test.each(['', '1e3', '-1', '1.', '1,0', '1}', 'NaN'])('"%s" is not accepted as digits', (text) => {
  expect(() => jsonNumber(text)).toThrow(TypeError);
});
