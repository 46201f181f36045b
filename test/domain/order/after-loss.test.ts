import { describe, expect, it } from 'vitest';
import type { Policies } from '../../../src/domain/collection/policy.js';
import { type Kobo, kobo, ZERO } from '../../../src/domain/money.js';
import { afterLoss, asAskedBack, withRefundsOfLostRun } from '../../../src/domain/order/after-loss.js';
import { changeOrder } from '../../../src/domain/order/change.js';
import { decideOnRecords, whyNotAccept } from '../../../src/domain/order/decide.js';
import { newTransaction, type Order } from '../../../src/domain/order/order.js';
import { withClaim, withReading, withRefunds } from '../../../src/domain/order/reading.js';
import { endByRecords, isFulfillable, type Shown } from '../../../src/domain/order/state.js';
import type { PolicyRefund } from '../../../src/domain/refund/by-policy.js';
import { without } from '../../../src/domain/without.js';

const ASKED = kobo(2_500_00);
const TERMS = { reference: 'order-1', amountKobo: ASKED, currency: 'NGN' } as const;
const WINDOW_END = Date.parse('2026-01-15T10:00:00.000Z');
const HOUR = 3_600_000;
const REFUND_ALL: Policies = {
  underpaid: { action: 'hold' },
  overpaid: { action: 'refund' },
  late: { action: 'refund' },
  duplicate: { action: 'refund' },
};

type Known = Order & Shown;
const rules = {
  now: WINDOW_END + HOUR,
  policies: REFUND_ALL,
  refundMinKobo: kobo(100_00),
  windowEnd: WINDOW_END,
  endOf: endByRecords,
  readsOfClaim: 2,
  unresolvedAfterMs: HOUR,
};

const opened = (more: Partial<Known> = {}): Known => ({
  terms: TERMS,
  state: 'PENDING',
  reason: 'created',
  transactions: [newTransaction('T', ASKED)],
  ...more,
});

const REBUILT = { rebuiltAt: '2026-01-15T10:30:00.000Z' };

interface Sums {
  readonly least?: Kobo;
  readonly most: Kobo;
  readonly byPolicy?: readonly PolicyRefund[];
}

/** Its record is read, and its refunds with it. */
function read(order: Known, paidAt: number | undefined, { least = ZERO, most, byPolicy = [] }: Sums) {
  const transactions = order.transactions.map((each) => {
    const at = paidAt === undefined ? {} : { at: new Date(paidAt).toISOString() };
    const paid = { transactionReference: 'T', amountKobo: ASKED, method: 'ACCOUNT_TRANSFER', ...at };
    const shown = withReading(
      each,
      { kind: 'money', paid, payableKobo: ASKED },
      {
        span: { askedAt: rules.now, answeredAt: rules.now },
        terms: TERMS,
        tolerance: { feeCeilingKobo: ZERO },
      },
    );
    return asAskedBack(withRefunds(shown, { least, most, order: [0, 1, 1] }, rules.now), byPolicy);
  });
  const policyRefunds = withRefundsOfLostRun(order, byPolicy);
  return change(order, { transactions, ...(policyRefunds.length > 0 && { policyRefunds }) });
}

function change(order: Known, part: Partial<Known>) {
  const changed = changeOrder<Known>(order, part, rules);
  return { ...changed, known: { ...changed.order, ...changed.shown } };
}

/** What its refunds report next. */
function reported(order: Known, least: Kobo, most: Kobo) {
  const transactions = order.transactions.map((each) =>
    withRefunds(each, { least, most, order: [0, 1, 2] }, rules.now),
  );
  return change(order, { transactions });
}

const NONE: Sums = { most: ZERO };
const IN_TIME = WINDOW_END - HOUR;
const TOO_LATE = WINDOW_END + 1;
const held = (order: Known) =>
  changeOrder<Known>(order, {}, rules).items.find(({ kind }) => kind === 'paid-late');

describe('money of which a refund is under way, by a policy or a request', () => {
  const late = { ...opened(), end: { to: 'CANCELLED', reason: 'cancelled' } } as const;
  const hold = { ...rules, policies: { ...REFUND_ALL, late: { action: 'hold' } } as const };
  const underWay = changeOrder<Known>(read(late, IN_TIME, { most: kobo(1_000_00) }).known, {}, hold).order;

  it('is not accepted until that has ended', () => {
    const [item] = changeOrder<Known>({ ...underWay, state: 'PAID', reason: '' }, {}, hold).items;
    expect(item).toMatchObject({
      kind: 'paid-late',
      reason: 'paid after it was already CANCELLED; refund order-1--r1 was requested',
    });
    const own = { ...underWay, policyRefunds: [] };
    const about = {
      kind: 'paid-late',
      key: 'paid-late',
      money: { transactionReference: 'T', amountKobo: ASKED },
    } as const;
    expect(whyNotAccept(own, about)).toBe(
      'refunds of this money are under way, for up to ₦1,000.00; decide once they have ended',
    );
    const ended = reported({ ...own, state: 'PAID', reason: '' }, ZERO, ZERO).known;
    expect(whyNotAccept({ ...ended, policyRefunds: [] }, about)).toBeUndefined();
    const paid = reported({ ...own, state: 'PAID', reason: '' }, kobo(1_000_00), kobo(1_000_00)).known;
    expect(whyNotAccept({ ...paid, policyRefunds: [] }, about)).toBeUndefined();
  });
});

describe('a rebuilt order', () => {
  it('does not take money as its own that a refund returns; once that has failed it does', () => {
    const order = read(opened(REBUILT), IN_TIME, { most: ASKED });
    expect(isFulfillable(order.known)).toBe(false);
    expect(order.due.map(({ news }) => news)).not.toContain('paid');
    const failed = reported(order.known, ZERO, ZERO);
    expect(isFulfillable(failed.known)).toBe(true);
    expect(failed.due).toMatchObject([{ news: 'paid' }]);
    expect(isFulfillable(reported(order.known, ASKED, ASKED).known)).toBe(false);
  });

  it('takes money of which a part is refunded', () => {
    expect(isFulfillable(read(opened(REBUILT), IN_TIME, { most: kobo(100_00) }).known)).toBe(true);
  });

  it('keeps what fulfils it while a refund returns that', () => {
    const { known } = read(opened(REBUILT), IN_TIME, NONE);
    expect(isFulfillable(reported(known, ZERO, ASKED).known)).toBe(true);
  });

  it('knows the refunds that its policy had asked for, and asks for no other in their place', () => {
    const back: PolicyRefund = {
      refundReference: 'order-1--r3',
      transactionReference: 'T',
      amountKobo: ASKED,
      cause: 'late',
      requested: true,
    };
    const foreign = { ...back, refundReference: 'order-2--r1' };
    const order = read(opened(REBUILT), IN_TIME, { most: ASKED, byPolicy: [back, foreign] });
    expect(order.known.policyRefunds).toEqual([back]);
    expect(held(order.known)?.reason).toContain('refund order-1--r3 was requested');
    // it had been late: should the refund fail, a person decides
    const failed = read(opened(REBUILT), IN_TIME, { most: ZERO, byPolicy: [{ ...back, state: 'FAILED' }] });
    expect(isFulfillable(failed.known)).toBe(false);
    expect(held(failed.known)).toBeDefined();
    expect(failed.known.policyRefunds).toHaveLength(1);
  });

  it('learns how a refund had ended that it knows as asked for: that was reported to the lost run alone', () => {
    const back: PolicyRefund = {
      refundReference: 'order-1--r1',
      transactionReference: 'T',
      amountKobo: ASKED,
      cause: 'late',
      requested: true,
    };
    const end = { to: 'CANCELLED', reason: 'cancelled' } as const;
    const carried = opened({ ...REBUILT, end, policyRefunds: [back] });
    const ended = { ...back, state: 'FAILED' };
    const { known } = read(carried, IN_TIME, { most: ZERO, byPolicy: [ended] });
    expect(known.policyRefunds).toEqual([ended]);
    const item = held(known);
    expect(item && whyNotAccept(known, { ...item, key: 'paid-late' })).toBeUndefined();
    // what is under way again is in the sums
    const again = read(known, IN_TIME, { most: ZERO, byPolicy: [back] });
    expect(again.known.policyRefunds).toEqual([ended]);
  });

  it('holds what was paid after its window, or may have been; no policy returns it', () => {
    for (const paidAt of [TOO_LATE, undefined]) {
      const order = read(opened(REBUILT), paidAt, NONE);
      expect(isFulfillable(order.known)).toBe(false);
      expect(held(order.known)?.reason).toContain('what the lost run knew of that is lost');
      expect(order.known.policyRefunds ?? []).toEqual([]);
    }
    expect(isFulfillable(read(opened(REBUILT), IN_TIME, NONE).known)).toBe(true);
    // one that was not lost knows that it had not ended
    expect(isFulfillable(read(opened(), TOO_LATE, NONE).known)).toBe(true);
  });

  it('holds what was paid after its window, also where a person had concluded before that it was paid', () => {
    const claimed = change(opened({ ...REBUILT, windowOverAt: WINDOW_END }), {
      transactions: [withClaim(newTransaction('T', ASKED), ASKED, rules.now)],
    }).known;
    // a decision does not know the window
    const others = without(rules, 'windowEnd');
    const transactions = claimed.transactions.map(
      (each) => decideOnRecords(each, 'happened', { at: rules.now }) ?? each,
    );
    const decided = changeOrder<Known>(claimed, { transactions }, others);
    const concluded = { ...decided.order, ...decided.shown };
    expect(concluded).toMatchObject({ state: 'PAID', transactions: [{ moneyAt: rules.now }] });
    expect(isFulfillable(read(concluded, TOO_LATE, NONE).known)).toBe(false);
    expect(held(read(concluded, TOO_LATE, NONE).known)).toBeDefined();
    expect(isFulfillable(read(concluded, IN_TIME, NONE).known)).toBe(true);
  });

  it.each(['EXPIRED', 'FAILED', 'CANCELLED'])(
    'that was shown as %s had ended: its money is late',
    (state) => {
      const order = opened(REBUILT);
      const ended = change(order, afterLoss(order, { state, review: [] }) ?? {}).known;
      expect(ended).toMatchObject({ state, end: { to: state } });
      const paid = read(ended, IN_TIME, NONE);
      expect(isFulfillable(paid.known)).toBe(false);
      expect(held(paid.known)?.reason).toContain(`paid after it was already ${state}`);
    },
  );

  it('that its own record shows as closed had ended, whatever was paid since', () => {
    const closed = {
      ...rules,
      endOf: () => ({ to: 'CANCELLED', reason: 'the gateway reports CANCELLED' }) as const,
    };
    const { transactions } = read(
      { ...opened(REBUILT), end: { to: 'CANCELLED', reason: '' } },
      IN_TIME,
      NONE,
    ).known;
    const undated = transactions.map((each) => without(each, 'moneyAt', 'isLate'));
    const { order } = changeOrder<Known>(opened(REBUILT), { transactions: undated }, closed);
    expect(order.transactions).toMatchObject([{ isLate: true, isOfLostRun: true }]);
  });

  it('whose late money was held holds it', () => {
    const order = opened(REBUILT);
    const known = change(order, afterLoss(order, { state: 'PAID', review: ['paid-late'] }) ?? {}).known;
    const paid = read(known, IN_TIME, NONE).known;
    expect(isFulfillable(paid)).toBe(false);
    expect(held(paid)).toBeDefined();
    expect(paid.policyRefunds ?? []).toEqual([]);
  });

  it('that was shown as open, or as paid, had not ended', () => {
    for (const state of ['PENDING', 'PAID']) {
      expect(afterLoss(opened(REBUILT), { state, review: ['overpaid'] })).toBeUndefined();
    }
  });
});
