import { describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { CONFIRM_MS } from '../../../src/domain/movement/evidence.js';
import { withOldClaims } from '../../../src/domain/order/items.js';
import { type CheckRules, nextCheckAt } from '../../../src/domain/order/next-check.js';
import { newTransaction, type OrderTransaction, withPiece } from '../../../src/domain/order/order.js';
import { withClaim } from '../../../src/domain/order/reading.js';
import { hasOutcome, isOver } from '../../../src/domain/order/state.js';

const ASKED = kobo(1_000_00);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const TERMS = { reference: 'r', amountKobo: ASKED, currency: 'NGN' } as const;
const RULES: CheckRules = {
  scheduleMs: [1_000, MINUTE],
  safetyMs: [],
  dailyMs: 24 * HOUR,
  unresolvedAfterMs: HOUR,
  overAt: 0,
  windowEnd: 0,
  openSince: 0,
  isUnresolved: false,
};
const checked = (lastStart: number, undecided = 1) => ({ lastStart, undecided, safety: 0 });

describe('a charge that FAILED', () => {
  const at = 10 * MINUTE;
  const left = { kind: 'send', step: 'request', answer: 'left', askedAt: at, answeredAt: at } as const;
  const end = { kind: 'reading', shows: 'end', askedAt: at, answeredAt: at } as const;
  const failed = {
    terms: TERMS,
    state: 'FAILED',
    reason: '',
    hasNoWindow: true,
    windowOverAt: at,
    end: { to: 'FAILED', reason: '' },
    transactions: [withPiece(withPiece(newTransaction('T', ASKED), left, at), end, at)],
  } as const;

  it('is read once more, when that can confirm it, and not before', () => {
    expect([hasOutcome(failed), isOver(failed)]).toEqual([true, false]);
    expect(nextCheckAt(failed, checked(at), RULES)).toBe(at + CONFIRM_MS);
  });

  it('is over when it was read twice', () => {
    const again = { ...end, askedAt: at + CONFIRM_MS, answeredAt: at + CONFIRM_MS };
    const transactions = failed.transactions.map((each) => withPiece(each, again, at));
    expect(isOver({ ...failed, transactions })).toBe(true);
    expect(nextCheckAt({ ...failed, transactions }, checked(at), RULES)).toBeUndefined();
  });

  it('is read again where the gateway did not answer then', () => {
    const asked = at + CONFIRM_MS;
    expect(nextCheckAt(failed, checked(asked), RULES)).toBeGreaterThan(asked);
  });
});

describe('an event that no record shows', () => {
  const order = (reads: number) => {
    const transaction = withClaim<OrderTransaction>(newTransaction('T', ASKED), ASKED, 0);
    const claim = transaction.claim && { ...transaction.claim, reads };
    const known = {
      terms: TERMS,
      state: 'CANCELLED',
      windowOverAt: 0,
      reason: '',
      transactions: [{ ...transaction, claim }],
    } as const;
    return withOldClaims(known, { now: HOUR, readsOfClaim: 3, unresolvedAfterMs: HOUR });
  };

  it('is for a person after an hour, and still read until the gateway has answered', () => {
    const [transaction] = order(0).transactions;
    expect(transaction.claim?.isForPerson).toBe(true);
    expect(nextCheckAt(order(0), checked(HOUR), RULES)).toBeGreaterThan(HOUR);
    expect(nextCheckAt(order(1), checked(HOUR), RULES)).toBeUndefined();
  });
});
