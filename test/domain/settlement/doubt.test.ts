import { describe, expect, it } from 'vitest';
import { isDecided } from '../../../src/domain/lifecycle/review.js';
import { kobo } from '../../../src/domain/money.js';
import { doubtedTotals, doubtOf, keysProvenBy } from '../../../src/domain/settlement/doubt.js';
import { isProof, type Listed, withReading } from '../../../src/domain/settlement/settlement.js';

const AT = Date.parse('2026-03-01T10:00:00.000Z');
const MINUTE = 60_000;
const listed = (naira: number, more: Partial<Listed> = {}): Listed => ({
  count: 4,
  paidKobo: kobo(naira * 100),
  netKobo: kobo(naira * 100),
  at: new Date(AT).toISOString(),
  ...more,
});
const later = (minutes: number) => ({ at: new Date(AT + minutes * MINUTE).toISOString() });
const UNREAD = { unread: { 'not-listed': 2 } };

describe('a listing', () => {
  it('proves the total that its payments sum to, and nothing while it hides some of them', () => {
    expect(isProof(listed(100), kobo(100_00), MINUTE)).toBe(true);
    expect(isProof(listed(100), kobo(100_01), MINUTE)).toBe(false);
    expect(isProof(listed(100, UNREAD), kobo(100_00), MINUTE)).toBe(false);
  });

  it('without a total is proven by two whole readings that agree', () => {
    const steady = (first: Partial<Listed>, second: Partial<Listed>) =>
      isProof(withReading(listed(100, first), listed(100, { ...later(2), ...second })), undefined, MINUTE);
    expect(steady({}, {})).toBe(true);
    expect(steady({}, UNREAD)).toBe(false);
    // the first did not show everything: the second is the first that did
    expect(steady(UNREAD, {})).toBe(false);
    // copies of the gateway may lag: readings of one moment are one
    expect(steady({}, later(0.5))).toBe(false);
    expect(steady({}, later(1))).toBe(true);
  });
});

describe('an item about a total that is not proven', () => {
  it('says by how much, and what the listing hides', () => {
    expect(doubtOf(kobo(120_00), listed(100))).toMatchObject({
      kind: 'settlement-difference',
      subject: '12000',
      reason: 'its 4 listed payments sum to ₦100.00 net, ₦20.00 less than the announced ₦120.00',
      atRiskKobo: 20_00,
    });
    expect(doubtOf(kobo(100_00), listed(100, UNREAD)).reason).toBe(
      'its 4 listed payments sum to ₦100.00 net, and others are 2 counted by a listing that does not show them',
    );
    expect(doubtOf(undefined, listed(100)).reason).toContain('the listing keeps changing');
    expect(doubtOf(kobo(100_00), undefined)).toMatchObject({ kind: 'unproven-event', atRiskKobo: 100_00 });
  });

  it('is decided on with its amounts: another difference is another item', () => {
    const small = doubtOf(kobo(100_000_00), listed(99_999));
    const large = doubtOf(kobo(100_000_00), listed(1_000));
    const at = new Date(AT).toISOString();
    const decided = {
      resolved: [
        {
          key: 'settlement-difference:10000000',
          version: small.version,
          decision: 'dismiss',
          reason: '',
          at,
        },
      ],
    } as const;
    expect([small, large].map((item) => isDecided(decided, item))).toEqual([true, false]);
    // the same sums, read later, are the same item
    expect(isDecided(decided, doubtOf(kobo(100_000_00), listed(99_999, later(60))))).toBe(true);
    expect(isDecided({}, small)).toBe(false);
  });

  it('ends with the proof of its own total; one about another total stays', () => {
    const proven = keysProvenBy(kobo(100_000_00));
    expect(proven).toContain('settlement-difference:10000000');
    expect(proven).toContain('unproven-event:10000000');
    expect(proven).toContain('settlement-difference:unknown');
    expect(proven).not.toContain('settlement-difference:12000000');
  });

  it('is found by its key, with its total', () => {
    const items = ['settlement-difference:12000', 'settlement-difference:unknown', 'unproven-event:5'];
    expect(doubtedTotals(items.map((key) => ({ key })))).toEqual([12_000, undefined]);
  });
});
