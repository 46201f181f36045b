import { describe, expect, it } from 'vitest';
import { afterCheck, type Claim, openClaim } from '../../src/domain/lifecycle/claim.js';

const [MINUTE, HOUR] = [60_000, 3_600_000];
const rules = { recheckScheduleMs: [MINUTE, HOUR], propagationMs: 2 * MINUTE, unresolvedAfterMs: 24 * HOUR };
const checked = (claim: Claim, shown: number | undefined, now = 0) =>
  afterCheck(claim, shown, { now, rules });

/** An event reports level 4, and level 1 is known. */
const claim = openClaim(
  { key: 'k', subject: 'mandate', level: 4 },
  { knownLevel: 1, wasConcludedBefore: false },
  0,
);

describe('what an event reports is checked', () => {
  it.each([4, 6])('until a record shows as much: %i', (shown) => {
    expect(checked(claim, shown)).toEqual({ kind: 'ended' });
  });

  it.each([0, 1, 2, 3])('again where a record shows less, also more than was known: %i', (shown) => {
    const first = checked(claim, shown);
    expect(first).toMatchObject({ kind: 'open', claim: { answered: 1, dueAt: MINUTE } });
    const second = first.kind === 'open' ? checked(first.claim, shown) : first;
    expect(second).toMatchObject({ kind: 'open', claim: { answered: 2, dueAt: HOUR } });
    expect(second.kind === 'open' && checked(second.claim, shown)).toEqual({ kind: 'unproven' });
  });

  it('by a schedule of its own while the gateway does not answer, and not for ever', () => {
    expect(checked(claim, undefined)).toMatchObject({ kind: 'open', claim: { answered: 0, unanswered: 1 } });
    expect(checked(claim, undefined, 24 * HOUR)).toEqual({ kind: 'unproven' });
  });

  it('once where as much is known already, twice where another event may have reported the same', () => {
    const known = { knownLevel: 4, wasConcludedBefore: false };
    const of = { key: 'k', subject: 'mandate', level: 4 };
    expect(checked(openClaim(of, known, 0), 4)).toEqual({ kind: 'ended' });
    const second = openClaim(of, { ...known, wasConcludedBefore: true }, 0);
    expect(checked(second, 4)).toMatchObject({ kind: 'open', claim: { dueAt: 2 * MINUTE } });
    expect(checked(second, 5)).toEqual({ kind: 'ended' });
  });
});
