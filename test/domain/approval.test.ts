import { describe, expect, it } from 'vitest';
import {
  type Approval,
  approvalNeeded,
  type Decision,
  isApproved,
  isRefusedDecision,
  type RefusedDecision,
  statusOf,
  withApproval,
  withDecline,
} from '../../src/domain/approval/approval.js';
import { toApprovalView } from '../../src/domain/approval/view.js';
import { kobo } from '../../src/domain/money.js';

const MAKER = { key: 'shop', subject: 'ada@example.com' };
const RULES = { approvalAboveKobo: kobo(1_000_000_00) };

/** By an unknown maker. */
const byTwo: Approval = {
  needed: 2,
  because: ['the amount is ₦2,000,000.00, above ₦1,000,000.00'],
  requestedAt: '2026-03-02T09:00:00.000Z',
  expiresAt: '2026-03-03T09:00:00.000Z',
  given: [],
};

const waiting: Approval = { ...byTwo, needed: 1, maker: MAKER };

function by(subject: string, part: Partial<Decision> = {}): Decision {
  return { key: 'finance', subject, at: '2026-03-02T10:00:00.000Z', ...part };
}

function accepted(result: Approval | RefusedDecision): Approval {
  if (isRefusedDecision(result)) throw new Error(`refused: ${result.reason}`);
  return result;
}

describe('a payout needs an approval', () => {
  const amountKobo = kobo(2_000_000_00);

  it('above the threshold, and not at it', () => {
    expect(approvalNeeded({ amountKobo, maker: MAKER }, RULES)).toEqual({
      needed: 1,
      because: ['the amount is ₦2,000,000.00, above ₦1,000,000.00'],
    });
    expect(approvalNeeded({ amountKobo: kobo(1_000_000_00), maker: MAKER }, RULES)).toBeUndefined();
    expect(approvalNeeded({ amountKobo: kobo(1_000_000_01), maker: MAKER }, RULES)).toBeDefined();
  });

  it('whatever its amount, once the payouts of the day are above the daily limit', () => {
    const rules = { ...RULES, approvalAboveDailyKobo: kobo(5_000_000_00) };
    const small = { amountKobo: kobo(100_00), maker: MAKER };
    expect(approvalNeeded({ ...small, sumTodayKobo: kobo(5_000_000_00) }, rules)).toBeUndefined();
    expect(approvalNeeded({ ...small, sumTodayKobo: kobo(5_000_100_00) }, rules)).toEqual({
      needed: 1,
      because: ['the payouts of the day sum to ₦5,000,100.00, above ₦5,000,000.00'],
    });
  });

  it('once the payouts of the day with one API key are above its limit', () => {
    const rules = { ...RULES, approvalAboveDailyPerKeyKobo: kobo(2_000_000_00) };
    const small = { amountKobo: kobo(100_00), sumTodayKobo: kobo(9_000_000_00) };
    const above = { ...small, keySumTodayKobo: kobo(2_000_100_00) };
    expect(approvalNeeded({ ...above, maker: MAKER }, rules)).toEqual({
      needed: 1,
      because: ['the payouts of the day by API key shop sum to ₦2,000,100.00, above ₦2,000,000.00'],
    });
    const below = { ...small, keySumTodayKobo: kobo(2_000_000_00) };
    expect(approvalNeeded({ ...below, maker: MAKER }, rules)).toBeUndefined();
  });

  it('by two people where the maker is not proven', () => {
    expect(approvalNeeded({ amountKobo }, RULES)).toEqual({
      needed: 2,
      because: [
        'the amount is ₦2,000,000.00, above ₦1,000,000.00',
        'no signed grant shows who asked for the payout',
      ],
    });
    // below all limits an unknown maker is no reason by itself
    expect(approvalNeeded({ amountKobo: kobo(100_00) }, RULES)).toBeUndefined();
  });

  it('and says every reason', () => {
    const rules = {
      approvalAboveKobo: kobo(0),
      approvalAboveDailyKobo: kobo(1),
      approvalAboveDailyPerKeyKobo: kobo(1),
    };
    const sums = { sumTodayKobo: amountKobo, keySumTodayKobo: amountKobo };
    expect(approvalNeeded({ amountKobo, ...sums, maker: MAKER }, rules)?.because).toHaveLength(3);
  });
});

describe('an approval', () => {
  it('by another person is enough', () => {
    const approved = accepted(withApproval(waiting, by('bola@example.com', { reason: 'checked' })));
    expect(isApproved(waiting)).toBe(false);
    expect(isApproved(approved)).toBe(true);
    expect(approved.given).toEqual([
      { key: 'finance', subject: 'bola@example.com', at: '2026-03-02T10:00:00.000Z', reason: 'checked' },
    ]);
  });

  it.each(['ada@example.com', 'Ada@Example.com'])(
    'by the maker (%s) is refused, also with another key',
    (subject) => {
      expect(withApproval(waiting, by(subject, { key: 'finance' }))).toEqual({
        refused: 'approver-is-maker',
        reason: `${subject} asked for the payout; another person must approve it`,
      });
    },
  );

  it('twice by one person counts once, with whatever key', () => {
    const once = accepted(withApproval(byTwo, by('bola@example.com')));
    const twice = accepted(withApproval(once, by('BOLA@example.com', { key: 'phone' })));
    expect(twice).toBe(once);
    expect(isApproved(twice)).toBe(false);
    const both = accepted(withApproval(twice, by('chidi@example.com')));
    expect(isApproved(both)).toBe(true);
    // a repeat after the last one gets the same answer
    expect(withApproval(both, by('bola@example.com'))).toBe(both);
  });

  it('after the last one that was needed is refused', () => {
    const approved = accepted(withApproval(waiting, by('bola@example.com')));
    expect(withApproval(approved, by('chidi@example.com'))).toEqual({
      refused: 'already-decided',
      reason: 'the payout was approved by bola@example.com at 2026-03-02T10:00:00.000Z',
    });
    expect(withDecline(approved, by('chidi@example.com'))).toMatchObject({ refused: 'already-decided' });
  });

  it('is refused from the moment at which the request expires', () => {
    const late = { at: waiting.expiresAt };
    for (const result of [
      withApproval(waiting, by('bola@example.com', late)),
      withDecline(waiting, by('bola@example.com', late)),
    ]) {
      expect(result).toEqual({
        refused: 'not-awaiting-approval',
        reason: 'the request for approval expired at 2026-03-03T09:00:00.000Z',
      });
    }
    const lastMoment = { at: '2026-03-03T08:59:59.999Z' };
    expect(isRefusedDecision(withApproval(waiting, by('bola@example.com', lastMoment)))).toBe(false);
  });

  it.each(['expired', 'withdrawn'] as const)('is refused when the request has %s', (ended) => {
    expect(withApproval({ ...waiting, ended }, by('bola@example.com'))).toEqual({
      refused: 'not-awaiting-approval',
      reason: `the request for approval is ${ended}`,
    });
    expect(statusOf({ ...waiting, ended })).toBe(ended);
  });
});

describe('a decline', () => {
  it('by one person ends the request, also where another has approved', () => {
    const half = accepted(withApproval({ ...waiting, needed: 2 }, by('bola@example.com')));
    const declined = accepted(withDecline(half, by('chidi@example.com', { reason: 'wrong account' })));
    expect(statusOf(declined)).toBe('declined');
    expect(isApproved(declined)).toBe(false);
    expect(declined.declined).toMatchObject({ subject: 'chidi@example.com', reason: 'wrong account' });
    expect(withApproval(declined, by('dayo@example.com'))).toMatchObject({
      refused: 'already-decided',
      reason: 'the payout was declined by chidi@example.com at 2026-03-02T10:00:00.000Z',
    });
    // a person who approved before cannot bring it back
    expect(withApproval(declined, by('bola@example.com'))).toMatchObject({ refused: 'already-decided' });
  });

  it('by the maker is allowed, and a repeat changes nothing', () => {
    const declined = accepted(withDecline(waiting, by('ada@example.com')));
    expect(withDecline(declined, by('Ada@example.com', { reason: 'again' }))).toBe(declined);
    expect(withDecline(declined, by('bola@example.com'))).toMatchObject({ refused: 'already-decided' });
  });

  it('never outweighs a complete approval, in whatever order both arrive', () => {
    const [approve, decline] = [by('bola@example.com'), by('chidi@example.com')];
    const approvedFirst = accepted(withApproval(waiting, approve));
    expect(isRefusedDecision(withDecline(approvedFirst, decline))).toBe(true);
    const declinedFirst = accepted(withDecline(waiting, decline));
    expect(isRefusedDecision(withApproval(declinedFirst, approve))).toBe(true);
  });
});

it('the view says who, when and why', () => {
  const approved = accepted(withApproval(waiting, by('bola@example.com', { reason: 'checked' })));
  expect(toApprovalView(approved)).toEqual({ status: 'approved', ...approved });
  expect(toApprovalView(undefined)).toBeUndefined();
});
