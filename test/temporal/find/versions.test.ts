import { expect, test } from 'vitest';
import { isAtLeast } from '../../../src/temporal/find/versions.js';

test.each([
  ['1.29.1', '1.29.1', true],
  ['1.30', '1.29.1', true],
  ['1.100.0', '1.29.1', true],
  ['2.0.0', '1.29.1', true],
  ['1.29.2-148.4', '1.29.1', true],
  ['1.29.0', '1.29.1', false],
  ['1.29', '1.29.1', false],
  ['1.9.9', '1.29.1', false],
  ['0.30.0', '1.29.1', false],
  ['nonsense', '1.29.1', false],
])('knows whether %s is at least %s: %s', (version, floor, answer) => {
  expect(isAtLeast(version, floor)).toBe(answer);
});
