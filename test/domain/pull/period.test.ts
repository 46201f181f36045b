import { describe, expect, it } from 'vitest';
import { judgeCharge, ownershipOfCharge } from '../../../src/domain/charge/charge.js';
import { beginning } from '../../../src/domain/lifecycle/lifecycle.js';
import { kobo, ZERO } from '../../../src/domain/money.js';
import { addAll } from '../../../src/domain/movement/evidence.js';
import { whyWithdrawn } from '../../../src/domain/pull/next-step.js';
import {
  attemptReference,
  type Charge,
  MOST_ATTEMPTS,
  type Period,
} from '../../../src/domain/subscription/period.js';
import {
  chargedUntil,
  emailOf,
  endingsOf,
  nextCharge,
  whyClosed,
} from '../../../src/domain/subscription/charges.js';
import type { SubscriptionSnapshot } from '../../../src/domain/subscription/subscription.js';
import { surroundingsOf } from '../../../src/domain/subscription/surroundings.js';
import type { Plan } from '../../../src/domain/plan.js';

const ASKED = kobo(1_500_00);
const DAY = '2026-01-15';
const at = (text: string) => Date.parse(text);
const DUE_AT = at('2026-01-15T08:00:00Z');

const DUE: Period = {
  n: 0,
  day: DAY,
  dueAt: new Date(DUE_AT).toISOString(),
  amountKobo: ASKED,
  state: 'DUE',
  reason: 'due',
  attempts: [],
};

function subscription(unit: Plan['every']['unit'], part: Partial<SubscriptionSnapshot> = {}) {
  const snapshot: SubscriptionSnapshot = {
    ...beginning('ACTIVE', '', DUE.dueAt),
    lifecycle: 'subscription',
    terms: {
      reference: 'gym',
      amountKobo: ASKED,
      currency: 'NGN',
      plan: { every: { unit, count: 1 }, firstDay: DAY },
      customer: {},
    },
    amountKobo: ASKED,
    periods: [DUE],
    totals: { charged: 0, chargedKobo: ZERO, failed: 0, missed: 0 },
    ...part,
  };
  return snapshot;
}

const rulesAt = (text: string) => ({ now: at(text), holidays: [], subscriptionRetryDays: [20] });

function firstCharge(text: string): Charge {
  const charge = nextCharge(subscription('MONTH'), DUE, rulesAt(text));
  if (!charge) throw new Error('no charge');
  return charge;
}

const record = (paymentStatus: string, amountPaid = ZERO) => ({
  transactionReference: 'T',
  paymentReference: 'gym--s260115.1',
  paymentStatus,
  amountPaid,
  totalPayable: ASKED,
  currency: 'NGN',
});

/** A day: until the next one is due; more: for half of it. */
describe('a period that was not charged yet', () => {
  it.each([
    ['DAY', '2026-01-16T08:00:00Z'],
    ['WEEK', '2026-01-18T20:00:00Z'],
    ['MONTH', '2026-01-30T20:00:00Z'],
  ] as const)('of each %s may be charged until %s', (unit, until) => {
    expect(chargedUntil(subscription(unit), DUE, [])).toBe(at(until));
  });

  it('is missed after that: the next one is due soon', () => {
    expect(whyClosed(subscription('MONTH'), DUE, rulesAt('2026-01-30T19:59:59Z'))).toBeUndefined();
    expect(whyClosed(subscription('MONTH'), DUE, rulesAt('2026-02-14T08:00:00Z'))).toBe('its time is over');
  });

  it('is charged again after a failure until the next one is due', () => {
    const failed = {
      ...DUE,
      attempts: [{ ...firstCharge('2026-01-15T08:00:00Z'), state: 'FAILED' as const }],
    };
    expect(chargedUntil(subscription('MONTH'), failed, [])).toBe(at('2026-02-15T08:00:00Z'));
  });

  it('keeps its charge, and its number, while operators have paused charges for days', () => {
    expect(firstCharge('2026-01-16T08:00:00Z').notAfter).toBe('2026-01-30T20:00:00.000Z');
  });

  it('is closed once its charge was not sent in its time: no other number follows', () => {
    const late: Charge = {
      ...firstCharge('2026-01-16T08:00:00Z'),
      state: 'NOT_SENT',
      reason: 'not sent in time',
      unsent: { to: 'EXPIRED', reason: 'not sent in time' },
    };
    const page = subscription('MONTH', { periods: [{ ...DUE, attempts: [late] }] });
    const [ending] = endingsOf(page, rulesAt('2026-01-30T20:00:00Z'));
    expect(ending).toMatchObject({ end: 'not-sent', endsPeriod: false });
    expect(ending).not.toHaveProperty('retryAt');
  });
});

/** The gateway no longer takes the card: the period waits for another one. */
describe('a period that waits for another card', () => {
  const afterCharges = (count: number) => {
    const attempts = Array.from({ length: count }, (_, index): Charge => {
      const paymentReference = attemptReference('gym', DAY, index + 1);
      const reason = 'card-token-refused: Card token has expired.';
      const isLast = index === count - 1;
      return {
        ...firstCharge('2026-01-15T08:00:00Z'),
        ...{ key: paymentReference, n: index + 1, paymentReference, reason, state: 'FAILED' },
        ...(!isLast && { reported: true }),
      };
    });
    const page = subscription('MONTH', { periods: [{ ...DUE, attempts }] });
    return endingsOf(page, rulesAt('2026-01-15T09:00:00Z'))[0];
  };

  it('does not end, and charges that one at once', () => {
    expect(afterCharges(MOST_ATTEMPTS - 1)).toMatchObject({ holds: true, endsPeriod: false });
  });

  it('ends with its last charge: no card could be charged for it', () => {
    expect(afterCharges(MOST_ATTEMPTS)).toMatchObject({ holds: true, endsPeriod: true });
  });
});

describe('a charge that waits in the queue', () => {
  const sending = (): Charge => {
    const charge = firstCharge('2026-01-15T08:00:00Z');
    const piece = { kind: 'sending', step: 'request', askedAt: DUE_AT } as const;
    return { ...charge, movement: addAll(charge.movement, [piece]) };
  };
  const why = (charge: Charge, cards?: number) => {
    const periods = [{ ...DUE, attempts: [charge] }];
    const page = subscription('MONTH', { periods, ...(cards !== undefined && { cards }) });
    return whyWithdrawn(charge, surroundingsOf(page, charge.key));
  };

  it('is withdrawn when its card is replaced: the new card is charged', () => {
    expect(why(sending())).toBeUndefined();
    expect(why(sending(), 1)).toBe('the card was replaced');
    expect(why({ ...sending(), card: 1 }, 1)).toBeUndefined();
  });
});

describe('a charge whose reply was lost before its card was replaced', () => {
  const cardToken = 'MNFY_0';
  const page = subscription('MONTH', { card: { token: cardToken, email: 'new@example.com' }, cards: 1 });

  it('is known as ours by whatever address: the new card may have another', () => {
    expect(emailOf(page, { ...firstCharge('2026-01-15T08:00:00Z'), card: 1 })).toBe('new@example.com');
    expect(emailOf(page, firstCharge('2026-01-15T08:00:00Z'))).toBeUndefined();
  });

  it('is known as ours as well after it was sent again with the new card', () => {
    const { movement } = firstCharge('2026-01-15T08:00:00Z');
    const left = (after: number) =>
      ({
        kind: 'send',
        step: 'request',
        answer: 'left',
        askedAt: DUE_AT,
        answeredAt: DUE_AT + after,
      }) as const;
    const once = { ...firstCharge('2026-01-15T08:00:00Z'), card: 1, movement: addAll(movement, [left(1)]) };
    expect(emailOf(page, once)).toBe('new@example.com');
    expect(emailOf(page, { ...once, movement: addAll(movement, [left(1), left(200_000)]) })).toBeUndefined();
  });
});

describe('a record under the reference of a charge', () => {
  const SENT_AT = at('2026-01-15T08:00:00Z');
  const ours = { currency: 'NGN', email: 'ada@example.com', amountKobo: ASKED };
  const of = (paidOn: string, totalPayable = ASKED) =>
    ownershipOfCharge(ours, { ...record('PAID', ASKED), paidOn, totalPayable }, SENT_AT);

  it('that differs by its time alone is for a person: the clock of the gateway may be slow', () => {
    expect(of('2026-01-15T07:59:00Z')).toBe('ours');
    expect(of('2026-01-15T07:57:00Z')).toBe('older');
    expect(of('2026-01-15T08:00:00Z', kobo(77_00))).toBe('foreign');
  });
});

describe('the record of a charge', () => {
  const judge = (...of: Parameters<typeof record>) =>
    judgeCharge({ amountKobo: ASKED, currency: 'NGN' }, record(...of));

  it.each(['OTP_AUTHORIZATION_REQUIRED', 'BANK_AUTHORIZATION_REQUIRED'])(
    'that waits for the cardholder is under way: %s',
    (status) => {
      expect(judge(status)).toEqual({ kind: 'pending' });
      expect(judge(status, ASKED)).toMatchObject({ kind: 'doubt', shownKobo: ASKED });
    },
  );
});
