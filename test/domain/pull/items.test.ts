import { describe, expect, it } from 'vitest';
import { digitsOf } from '../../../src/domain/hash.js';
import { isItemAbout, reviewKey } from '../../../src/domain/lifecycle/review.js';
import { demandReference, plannedAttempt } from '../../../src/domain/mandate/debit.js';
import { kobo } from '../../../src/domain/money.js';
import { add, addAll, noEvidence } from '../../../src/domain/movement/evidence.js';
import { type Attempt, newAttempt } from '../../../src/domain/pull/attempt.js';
import { itemsDue } from '../../../src/domain/pull/items.js';
import { originOf } from '../../../src/domain/reference.js';

const ASKED = kobo(5_000);
const RULES = {
  subject: 'rent--d1',
  noun: 'debit',
  now: 0,
  readsOfClaim: 0,
  unresolvedAfterMs: 1,
  open: [],
};
const claimed = (amount: number) => ({
  ...newAttempt({ asked: ASKED }),
  movement: add(noEvidence({ asked: ASKED }), { kind: 'claim', shows: 'money', amount: kobo(amount) }),
});

describe('an item about an event', () => {
  it('has another name once another amount is reported: a decision is about what the person saw', () => {
    const keysOf = (amount: number, open: readonly string[] = []) =>
      itemsDue(claimed(amount), { ...RULES, open }).map(reviewKey);
    expect(keysOf(5_000)).toEqual(['unproven-event:rent--d1']);
    const [key = ''] = keysOf(15_000, ['unproven-event:rent--d1']);
    expect(key).toBe('unproven-event:15000:rent--d1');
    expect(isItemAbout({ key }, 'rent--d1')).toBe(true);
  });

  it('comes at once when its record ends without the money, and no failure ends it', () => {
    const end = (minutes: number) =>
      ({
        kind: 'reading',
        shows: 'end',
        askedAt: minutes * 60_000,
        answeredAt: minutes * 60_000,
      }) as const;
    const later = { ...RULES, readsOfClaim: 99, unresolvedAfterMs: 86_400_000 };
    const after = (...minutes: readonly number[]) => {
      const attempt = claimed(5_000);
      return { ...attempt, movement: addAll(attempt.movement, minutes.map(end)) };
    };
    const keysOf = (...minutes: readonly number[]) => itemsDue(after(...minutes), later).map(reviewKey);
    expect(keysOf(1)).toEqual([]);
    expect(keysOf(1, 7)).toEqual(['unproven-event:rent--d1']);
    expect(keysOf(1, 7, 60, 1_500)).toEqual(['unproven-event:rent--d1']);
  });
});

describe('a debit that the gateway does not authorise', () => {
  const because = 'D06: Merchant is not authorised';
  const held = (more: Partial<Attempt> = {}): Attempt => ({
    ...newAttempt({ asked: ASKED }),
    held: { until: 2_000, count: 1, because, isUnauthorised: true },
    ...more,
  });
  const keysOf = (attempt: Attempt) => itemsDue(attempt, RULES).map(reviewKey);

  it('is for a person at once, with the reason and the whole amount', () => {
    expect(itemsDue(held(), RULES)).toMatchObject([
      {
        kind: 'not-authorised',
        subject: 'rent--d1',
        reason: `rent--d1: the gateway does not let Oware send it: ${because}`,
        atRiskKobo: ASKED,
        isOfEvidence: true,
      },
    ]);
    expect(isItemAbout({ key: keysOf(held())[0] ?? '' }, 'rent--d1')).toBe(true);
  });

  it('and no longer once the gateway takes it, or once it has ended', () => {
    expect(keysOf(held({ held: undefined }))).toEqual([]);
    expect(keysOf(held({ unsent: { to: 'EXPIRED', reason: 'not sent in time' } }))).toEqual([]);
  });
});

describe('the reference of a debit on demand', () => {
  it("follows from the merchant's own, and names no due date", () => {
    const reference = demandReference('rent', 'march');
    expect(demandReference('rent', 'march')).toBe(reference);
    expect(demandReference('rent', 'april')).not.toBe(reference);
    expect(originOf(reference)).toMatchObject({ owner: 'rent', kind: 'debit' });
    expect(plannedAttempt('rent', reference)).toBeUndefined();
  });

  it('has twelve digits, which tell thousands of debits apart', () => {
    const all = Array.from({ length: 5_000 }, (_, n) => digitsOf(`rent-${n}`));
    expect(new Set(all).size).toBe(5_000);
    expect(all.every((each) => /^\d{12}$/.test(each))).toBe(true);
  });
});
