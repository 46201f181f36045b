import { expect, it } from 'vitest';
import { payerTime } from '../../src/sandbox/pages/times.js';

const at = (utc: string): number => Date.parse(utc);

it.each([
  ['2026-06-27T08:46:00Z', '2026-06-27T08:06:00Z', '09:46 today'],
  ['2026-06-27T23:10:00Z', '2026-06-27T22:30:00Z', '00:10 tomorrow'],
  ['2026-06-27T23:10:00Z', '2026-06-27T23:05:00Z', '00:10 today'],
  ['2026-07-03T08:00:00Z', '2026-06-27T08:06:00Z', '09:00 on 3 July'],
  ['2027-01-01T08:00:00Z', '2026-06-27T08:06:00Z', '09:00 on 1 January 2027'],
  ['2026-06-26T08:00:00Z', '2026-06-27T08:06:00Z', '09:00 on 26 June'],
])('a payment that expires at %s is payable, at %s, until %s in Lagos', (expiresAt, now, text) => {
  expect(payerTime(at(expiresAt), at(now))).toBe(text);
});
