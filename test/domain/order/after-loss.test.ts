import { describe, expect, it } from 'vitest';
import { COLLECTION_STATES } from '../../../src/domain/collection/states.js';
import type { Policies } from '../../../src/domain/collection/policy.js';
import { type Kobo, kobo, ZERO } from '../../../src/domain/money.js';
import { afterLoss, asAskedBack, withRefundsOfLostRun } from '../../../src/domain/order/after-loss.js';
import { changeOrder } from '../../../src/domain/order/change.js';
import { decideOnRecords, whyNotAccept, whyNotConclude } from '../../../src/domain/order/decide.js';
import { whyNotCharge } from '../../../src/domain/order/may-charge.js';
import { newTransaction, type Order, type OrderTransaction } from '../../../src/domain/order/order.js';
import { withClaim, withReading, withRefunds } from '../../../src/domain/order/reading.js';
import { endByRecords, isFulfillable, isOfAnother, type Shown } from '../../../src/domain/order/state.js';
import { textOf } from '../../../src/domain/order/texts.js';
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
    const shown = paidOn(each, paidAt);
    return asAskedBack(withRefunds(shown, { least, most, order: [0, 1, 1] }, rules.now), byPolicy);
  });
  const policyRefunds = withRefundsOfLostRun(order, byPolicy);
  return change(order, { transactions, ...(policyRefunds.length > 0 && { policyRefunds }) });
}

function paidOn(
  transaction: OrderTransaction,
  paidAt: number | undefined,
  amountKobo: Kobo = ASKED,
): OrderTransaction {
  const { transactionReference } = transaction;
  const at = paidAt === undefined ? {} : { at: new Date(paidAt).toISOString() };
  const paid = { transactionReference, amountKobo, method: 'ACCOUNT_TRANSFER', ...at };
  const span = { askedAt: rules.now, answeredAt: rules.now };
  const about = { span, terms: TERMS, tolerance: { feeCeilingKobo: ZERO } };
  return withReading(transaction, { kind: 'money', paid, payableKobo: ASKED }, about);
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

it.each([
  ['before its run was lost', {}],
  ['after that', REBUILT],
])('of equal payments that are read at once the one that was made first counts, %s', (_when, more) => {
  const [first, second] = ['T-2', 'T-1'].map((reference) => newTransaction(reference, ASKED)) as [
    OrderTransaction,
    OrderTransaction,
  ];
  const transactions = [paidOn(second, IN_TIME + HOUR / 2), paidOn(first, IN_TIME)];
  expect(change(opened(more), { transactions }).order.main).toBe('T-2');
});

describe('of several part payments', () => {
  const part = kobo(500_00);
  const places = ['T-1', 'T-2'].map((reference) => newTransaction(reference, ASKED)) as [
    OrderTransaction,
    OrderTransaction,
  ];

  it('the largest counts, and no policy returns it, also after a lost run and where a smaller one was made first', () => {
    const [small, large] = places;
    const transactions = [paidOn(small, IN_TIME, part), paidOn(large, IN_TIME + 1, kobo(2_000_00))];
    const { order } = change(opened({ ...REBUILT, windowOverAt: WINDOW_END }), { transactions });
    expect(order).toMatchObject({ main: 'T-2', policyRefunds: [{ transactionReference: 'T-1' }] });
    expect(order.policyRefunds).toHaveLength(1);
  });

  it('one that is equal does not take the place of the one that counts, whichever was made first', () => {
    const [first, second] = places;
    const counted = paidOn(first, IN_TIME, part);
    const { known } = change(opened(), { transactions: [counted, second] });
    const { order, due } = change(known, {
      transactions: [...known.transactions.slice(0, 1), paidOn(second, IN_TIME - HOUR / 2, part)],
    });
    expect(order.main).toBe('T-1');
    expect(due).toMatchObject([{ news: 'duplicate-payment', about: 'T-2' }]);
  });
});

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

  it('whose lost run was paid after it had ended, or was refunded, holds its money, whatever a person had said since', () => {
    for (const shown of [
      { state: 'PAID', before: ['CANCELLED', 'PAID'] },
      { state: 'PAID', before: ['PAID', 'REFUNDED', 'PAID'] },
      { state: 'REFUNDED' },
    ]) {
      const order = opened(REBUILT);
      const known = change(order, afterLoss(order, { review: [], ...shown }) ?? {}).known;
      const paid = read(known, IN_TIME, NONE).known;
      expect(isFulfillable(paid)).toBe(false);
      expect(held(paid)?.reason).toContain('what the lost run knew of that is lost');
    }
  });

  it('whose late money had gone back had ended before: what is paid again is late, and no policy returns it', () => {
    const order = opened(REBUILT);
    const shown = { state: 'REVERSED', review: [], before: ['CANCELLED', 'PAID', 'REVERSED'] };
    const known = change(order, afterLoss(order, shown) ?? {}).known;
    expect(known).toMatchObject({ state: 'CANCELLED', end: { to: 'CANCELLED' } });
    const paid = read(known, IN_TIME, NONE).known;
    expect(isFulfillable(paid)).toBe(false);
    expect(held(paid)).toBeDefined();
    expect(paid.policyRefunds ?? []).toEqual([]);
    // money in time that went back had ended nothing
    expect(afterLoss(order, { ...shown, before: ['PAID', 'REVERSED'] })).toBeUndefined();
  });

  it('holds what was late in the lost run, also where the snapshot that is left is of before', () => {
    const order = { ...read(opened(), IN_TIME, NONE).known, ...REBUILT };
    const known = change(order, afterLoss(order, { state: 'PAID', review: ['paid-late'] }) ?? {}).known;
    expect(isFulfillable(known)).toBe(true);
    // the first payment was refunded, and another one came after that: both are read at once
    const second = paidOn(newTransaction('T2', ASKED), IN_TIME);
    const refunded = known.transactions.map((each) =>
      withRefunds(each, { least: ASKED, most: ASKED, order: [0, 1, 2] }, rules.now),
    );
    const paid = change(known, { transactions: [...refunded, second] });
    expect(isFulfillable(paid.known)).toBe(false);
    expect(paid.due.map(({ news }) => news)).toEqual(['unfulfillable']);
    expect(held(paid.known)).toMatchObject({ money: { transactionReference: 'T2' } });
  });

  it('that was shown as open, or as paid with that money, had not ended', () => {
    const paid = { ...read(opened(), IN_TIME, NONE).known, ...REBUILT };
    for (const order of [opened(REBUILT), paid]) {
      expect(afterLoss(order, { state: order.state, review: ['overpaid'] })).toBeUndefined();
    }
  });
});

describe('an order whose lost run had shown money that no record shows', () => {
  const shown = { state: 'PAID', review: [] };
  const lost = (order: Known) => change(order, afterLoss(order, shown) ?? {});
  const ends = (order: Known) => {
    const at = rules.now;
    const about = {
      span: { askedAt: at, answeredAt: at },
      terms: TERMS,
      tolerance: { feeCeilingKobo: ZERO },
    };
    const reading = { kind: 'end', to: 'EXPIRED', observed: 'the gateway reports EXPIRED' } as const;
    const transactions = order.transactions.map((each) => withReading(each, reading, about));
    return change(order, { transactions, windowOverAt: at });
  };

  it('does not end, asks for no payment, and is for a person', () => {
    const before = lost(opened(REBUILT));
    expect(before.items).toEqual([]);
    expect(textOf(before.known, COLLECTION_STATES).customer).toContain('Please do not pay again');
    expect(whyNotCharge(before.known)).toEqual({ because: 'doubtful' });
    const { known, items, due } = ends(before.known);
    expect(known).toMatchObject({ state: 'CLOSING' });
    expect(due).toEqual([]);
    expect(items).toMatchObject([{ kind: 'unresolved', subject: 'lost-payment', atRiskKobo: ASKED }]);
    expect(whyNotConclude(known)).toContain('decide on that first');
    // a person says that there was none
    const decided = change(known, { lostMoney: undefined });
    expect(decided.known).toMatchObject({ state: 'EXPIRED' });
    expect(decided.items).toEqual([]);
  });

  it('is for a person also where it had ended before', () => {
    const ended = change(opened(REBUILT), { end: { to: 'EXPIRED', reason: '' } }).known;
    expect(lost(ended)).toMatchObject({
      known: { state: 'EXPIRED' },
      items: [{ kind: 'unresolved', subject: 'lost-payment' }],
    });
  });

  it('knows that money as soon as a record shows it, or that it has gone back', () => {
    const order = lost(opened(REBUILT)).known;
    const paid = read(order, IN_TIME, NONE);
    expect(paid.known.lostMoney).toBeUndefined();
    expect(isFulfillable(paid.known)).toBe(true);
    expect(read(order, IN_TIME, { least: ASKED, most: ASKED }).known).toMatchObject({
      state: 'REFUNDED',
      lostMoney: undefined,
    });
  });

  it('of a charge is found under its reference', () => {
    expect(afterLoss(opened({ ...REBUILT, hasNoWindow: true }), shown)).toBeUndefined();
  });
});

it('a rebuilt order that was refused takes no payment of another system for its own', () => {
  const order = opened({ ...REBUILT, transactions: [] });
  const refused = change(order, afterLoss(order, { state: 'REFUSED', review: [] }) ?? {}).known;
  expect(isOfAnother(refused)).toBe(true);
  expect(isOfAnother({ ...refused, hasNoWindow: true })).toBe(false);
});
