import { expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { type EarlierPayout, fromEarlierVersion } from '../../../src/domain/payout/from-earlier-version.js';
import { withEvidence } from '../../../src/domain/with-evidence.js';
import { isOver, isSafeToPayAgain, stateOf } from '../../../src/domain/payout/state.js';

const EARLIER = {
  terms: { amountKobo: kobo(500_000) },
  reason: 'as it was',
  epoch: '2026-01-15T09:00:00.000Z',
} as const;
const SENT = { sentAt: '2026-01-15T09:01:00.000Z' };
const FAILED = { state: 'FAILED', failedAt: '2026-01-15T09:02:00.000Z' } as const;

it.each<[string, Omit<EarlierPayout, keyof typeof EARLIER>, { state: string; over: boolean; safe: boolean }]>(
  [
    ['paid', { state: 'SUCCESS', ...SENT }, { state: 'SUCCESS', over: true, safe: false }],
    ['returned', { state: 'REVERSED', ...SENT }, { state: 'REVERSED', over: true, safe: true }],
    ['read as failed once', { ...FAILED, ...SENT }, { state: 'FAILED', over: false, safe: false }],
    [
      'read as failed twice',
      { ...FAILED, ...SENT, failedTwice: true },
      { state: 'FAILED', over: true, safe: true },
    ],
    [
      'expired after it was sent',
      { state: 'EXPIRED', ...SENT },
      { state: 'EXPIRED', over: false, safe: false },
    ],
    ['concluded as not paid', { ...FAILED, concluded: true }, { state: 'FAILED', over: true, safe: true }],
    [
      'concluded as paid',
      { state: 'SUCCESS', concluded: true },
      { state: 'SUCCESS', over: true, safe: false },
    ],
    ['never sent', { state: 'CANCELLED' }, { state: 'CANCELLED', over: true, safe: true }],
    ['refused', { state: 'REFUSED' }, { state: 'REFUSED', over: true, safe: true }],
    ['taken for absent', { ...FAILED }, { state: 'FAILED', over: false, safe: false }],
  ],
)('a payout that an earlier version kept as %s is known as such', (_what, part, expected) => {
  const earlier: EarlierPayout = { ...EARLIER, ...part };
  const known = fromEarlierVersion(earlier);
  expect({
    state: stateOf(known, earlier).state,
    over: isOver(known),
    safe: isSafeToPayAgain(known),
  }).toEqual(expected);
});

it('a payout whose reference another system had used stays unsafe to repeat', () => {
  const earlier = { ...EARLIER, state: 'REFUSED', reason: 'reference-used-elsewhere: transfer x' } as const;
  expect(isSafeToPayAgain(fromEarlierVersion(earlier))).toBe(false);
});

it('only payouts without evidence are changed', () => {
  const settlement = { lifecycle: 'settlement' };
  expect(withEvidence(settlement)).toBe(settlement);
  const today = { lifecycle: 'transfer', ...fromEarlierVersion({ ...EARLIER, state: 'SUCCESS', ...SENT }) };
  expect(withEvidence(today)).toBe(today);
});
