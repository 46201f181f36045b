import { describe, expect, it } from 'vitest';
import { kobo } from '../../src/domain/money.js';
import { isSafeToPayAgain } from '../../src/domain/payout-end.js';
import { usedElsewhere } from '../../src/domain/used-elsewhere.js';
import { differingTerms } from '../../src/domain/lifecycle/terms.js';
import { mayBecome } from '../../src/domain/lifecycle/transitions.js';
import { refuseRefund, remainingOf, type Standing } from '../../src/domain/refund/grant.js';
import { type Payment, paymentIn } from '../../src/domain/refund/payment.js';
import {
  differencesFrom,
  grantedTerms,
  isOver,
  isToBeReported,
  type Refund,
  REFUND_TRANSITIONS,
  type RefundState,
  type RefundTerms,
  stateOf,
} from '../../src/domain/refund/refund.js';
import {
  isOurs,
  judge,
  levelClaimed,
  levelKnown,
  type RefundRecord,
} from '../../src/domain/refund/verdict.js';

const TRANSACTION = 'MNFY|09|20260131101530|000123';
const AT = '2026-01-31T10:00:00.000Z';

const terms: RefundTerms = {
  refundReference: 'back-1',
  amountKobo: kobo(150_000),
  refundReason: 'Broken calabash',
  customerNote: 'Sorry',
};

const refund = (state: RefundState, more: Partial<Refund> = {}): Refund => ({
  terms,
  state,
  reason: '',
  requestedAt: AT,
  ...more,
});

const record = (refundStatus: string, more: Partial<RefundRecord> = {}): RefundRecord => ({
  refundReference: 'back-1',
  transactionReference: TRANSACTION,
  refundAmount: kobo(150_000),
  refundStatus,
  createdOn: AT,
  ...more,
});

const payment: Payment = {
  status: 'PAID',
  amountKobo: kobo(250_000),
  currency: 'NGN',
  method: 'ACCOUNT_TRANSFER',
  sources: 1,
};

const standing = (more: Partial<Standing> = {}): Standing => ({
  payment,
  refunds: [],
  records: [],
  minKobo: kobo(10_000),
  ...more,
});

const wordFor = (asked: Partial<RefundTerms>, given: Standing) =>
  refuseRefund({ ...terms, ...asked }, given)?.word;

describe('a refund is granted', () => {
  it('up to what was paid, and not a kobo more', () => {
    expect(wordFor({ amountKobo: kobo(250_000) }, standing())).toBeUndefined();
    expect(wordFor({ amountKobo: kobo(250_001) }, standing())).toBe('refund-exceeds-payment');
  });

  it('from the minimum on', () => {
    expect(wordFor({ amountKobo: kobo(10_000) }, standing())).toBeUndefined();
    expect(wordFor({ amountKobo: kobo(9_999) }, standing())).toBe('below-minimum');
  });

  it.each([
    ['a card', { method: 'CARD' }],
    ['cash', { method: 'CASH' }],
    ['nothing yet', { status: 'PENDING', amountKobo: kobo(0) }],
    ['a reversed payment', { status: 'REVERSED' }],
    ['dollars', { currency: 'USD' }],
  ])('for %s never', (_what, more) => {
    expect(wordFor({}, standing({ payment: { ...payment, ...more } }))).toBe('not-refundable');
  });

  it('for a payment from several accounts only with a destination', () => {
    const several = standing({ payment: { ...payment, sources: 2 } });
    expect(wordFor({}, several)).toBe('destination-required');
    const destination = { bankCode: '058', accountNumber: '0100000001' };
    expect(wordFor({ destination }, several)).toBeUndefined();
  });

  const left = (refunds: readonly Refund[], records: readonly RefundRecord[] = []) =>
    remainingOf({ payment, refunds, records });

  it.each([
    ['PENDING', 100_000],
    ['WAITING_FOR_APPROVAL', 100_000],
    ['WAITING_FOR_FUNDS', 100_000],
    ['PAUSED', 100_000],
    ['COMPLETED', 100_000],
    ['FAILED', 100_000],
    ['EXPIRED', 250_000],
    ['CANCELLED', 250_000],
    ['REFUSED', 250_000],
  ] as const)('after one that is %s with %i kobo left', (state, kobos) => {
    expect(left([refund(state)])).toBe(kobos);
  });

  it('with a failure counted until a second read confirms it', () => {
    expect(left([refund('FAILED', { failedAt: AT })])).toBe(100_000);
    expect(left([refund('FAILED', { failedAt: AT, failedTwice: true })])).toBe(250_000);
  });

  it('with what only the gateway knows of counted, once', () => {
    const foreign = record('PENDING', { refundReference: 'by-hand' });
    expect(left([], [foreign])).toBe(100_000);
    expect(left([refund('COMPLETED')], [record('COMPLETED'), foreign])).toBe(0);
    expect(left([], [{ ...foreign, refundStatus: 'A_WORD_OF_NEXT_YEAR' }])).toBe(100_000);
    expect(left([], [{ ...foreign, refundStatus: 'FAILED' }])).toBe(250_000);
  });

  it('with one counted that Oware believes ended without money and the gateway does not', () => {
    expect(left([refund('EXPIRED')], [record('PENDING')])).toBe(100_000);
  });
});

describe('what the gateway’s record of a refund proves', () => {
  const reading = (status: string, more: Partial<RefundRecord> = {}) =>
    judge(terms, TRANSACTION, record(status, more));

  it.each([
    ['COMPLETED', { kind: 'end', to: 'COMPLETED' }],
    ['FAILED', { kind: 'end', to: 'FAILED' }],
    ['PENDING', { kind: 'pending' }],
    ['IN_PROGRESS', { kind: 'pending' }],
    ['A_WORD_OF_NEXT_YEAR', { kind: 'pending' }],
  ])('%s', (status, proof) => {
    expect(reading(status)).toMatchObject(proof);
  });

  it('nothing, while a failure may still be corrected', () => {
    expect(reading('FAILED', { comment: 'Timed out at destination bank' })).toMatchObject({
      kind: 'pending',
    });
  });

  it.each([
    ['another amount', { refundAmount: kobo(1) }],
    ['another transaction', { transactionReference: 'MNFY|other' }],
  ])('nothing, with %s', (_what, more) => {
    expect(reading('COMPLETED', more)).toMatchObject({ kind: 'doubt', about: 'identity-mismatch' });
  });

  it('that it is ours only if it agrees and is not older than our attempt', () => {
    const attemptAt = Date.parse(AT);
    const ours = (more: Partial<RefundRecord>) =>
      isOurs(terms, TRANSACTION, { record: record('PENDING', more), attemptAt });
    expect(ours({})).toBe(true);
    expect(ours({ createdOn: '2026-01-31T09:57:59.000Z' })).toBe(false);
    expect(ours({ refundAmount: kobo(1) })).toBe(false);
    expect(ours({ transactionReference: 'MNFY|other' })).toBe(false);
  });

  it('at least as much as an event claims, when it ends the claim', () => {
    expect(levelClaimed('COMPLETED')).toBeGreaterThan(levelClaimed('FAILED'));
    expect(levelClaimed(undefined)).toBe(levelKnown(refund('PENDING', { sentAt: AT })));
    expect(levelKnown(refund('PENDING'))).toBe(0);
    expect(levelKnown(undefined)).toBe(0);
  });
});

describe('the states of a refund', () => {
  it('never lead from money to none, and let money be found after any end', () => {
    const without = ['FAILED', 'EXPIRED', 'CANCELLED', 'REFUSED'] as const;
    for (const end of without) {
      expect(mayBecome(REFUND_TRANSITIONS, 'COMPLETED', end)).toBe(false);
      expect(mayBecome(REFUND_TRANSITIONS, end, 'COMPLETED')).toBe(true);
    }
  });

  it('are safe to pay again when it is certain that no money moved', () => {
    const states = Object.keys(REFUND_TRANSITIONS) as RefundState[];
    expect(states.filter((state) => isSafeToPayAgain(refund(state)))).toEqual([
      'EXPIRED',
      'CANCELLED',
      'REFUSED',
    ]);
    expect(isOver(refund('FAILED', { failedAt: AT }))).toBe(false);
    expect(isSafeToPayAgain(refund('FAILED', { failedTwice: true }))).toBe(true);
    const known = { reason: usedElsewhere('refund 1, COMPLETED') };
    expect(isSafeToPayAgain(refund('REFUSED', known))).toBe(false);
  });

  it('are reported to the owner once: when money went back, or when its policy asked in vain', () => {
    expect(isToBeReported(refund('COMPLETED'))).toBe(true);
    expect(isToBeReported(refund('COMPLETED', { reported: 'COMPLETED' }))).toBe(false);
    expect(isToBeReported(refund('REFUSED'))).toBe(false);
    expect(isToBeReported(refund('REFUSED', { byPolicy: true }))).toBe(true);
    expect(isToBeReported(refund('FAILED', { byPolicy: true, failedAt: AT }))).toBe(false);
    expect(isToBeReported(refund('COMPLETED', { byPolicy: true, reported: 'FAILED' }))).toBe(true);
  });

  it('say together how far the transaction is refunded', () => {
    const of = (...refunds: readonly Refund[]) => stateOf({ refunds, payment });
    const whole = { terms: { ...terms, amountKobo: kobo(250_000) } };
    expect(of()).toBe('NOT_REFUNDED');
    expect(of(refund('REFUSED'))).toBe('NOT_REFUNDED');
    expect(of(refund('COMPLETED'))).toBe('PARTIALLY_REFUNDED');
    expect(of(refund('COMPLETED', whole))).toBe('REFUNDED');
    expect(of(refund('COMPLETED'), refund('PENDING'))).toBe('REFUNDING');
    expect(of(refund('PENDING'), refund('WAITING_FOR_APPROVAL'))).toBe('WAITING_FOR_APPROVAL');
    expect(of(refund('PENDING'), refund('PAUSED'))).toBe('PAUSED');
    // a resume finds what it has to wake by this state
    expect(of(refund('WAITING_FOR_APPROVAL'), refund('PAUSED'))).toBe('PAUSED');
  });
});

describe('an approval', () => {
  it('is asked for a refund whose amount counts until it is declined', () => {
    const waiting = refund('WAITING_FOR_APPROVAL');
    expect(remainingOf(standing({ refunds: [waiting] }))).toBe(100_000);
    expect(remainingOf(standing({ refunds: [{ ...waiting, state: 'CANCELLED' }] }))).toBe(250_000);
  });

  it('is bound to the transaction and to all terms of the refund, not to the owner', () => {
    const bound = grantedTerms(TRANSACTION, terms);
    const owner = { lifecycle: 'checkout', reference: 'order-1' };
    expect(grantedTerms(TRANSACTION, { ...terms, owner })).toEqual(bound);
    const destination = { bankCode: '058', accountNumber: '0100000001' };
    const others = [
      grantedTerms('MNFY|another', terms),
      grantedTerms(TRANSACTION, { ...terms, refundReference: 'back-2' }),
      grantedTerms(TRANSACTION, { ...terms, amountKobo: kobo(150_001) }),
      grantedTerms(TRANSACTION, { ...terms, destination }),
      grantedTerms(TRANSACTION, { ...terms, refundReason: 'Another one' }),
    ];
    for (const other of others) expect(differingTerms(bound, other)).not.toEqual([]);
  });

  it('that another system made superfluous ends with the money', () => {
    expect(mayBecome(REFUND_TRANSITIONS, 'WAITING_FOR_APPROVAL', 'COMPLETED')).toBe(true);
  });
});

describe('a repeated request', () => {
  it('must agree in all terms', () => {
    expect(differencesFrom(refund('PENDING'), { ...terms })).toEqual([]);
    const other = {
      ...terms,
      amountKobo: kobo(1),
      destination: { bankCode: '058', accountNumber: '0100000001' },
    };
    expect(differencesFrom(refund('PENDING'), other)).toEqual([
      'amount',
      'destination.bankCode',
      'destination.accountNumber',
    ]);
  });

  it('is compared with what the gateway shows of a refund that another system made', () => {
    const foreign = refund('PENDING', {
      foreign: true,
      terms: { ...terms, refundReason: '', customerNote: '' },
    });
    expect(differencesFrom(foreign, terms)).toEqual([]);
    expect(differencesFrom(foreign, { ...terms, amountKobo: kobo(1) })).toEqual(['amount']);
  });
});

describe('the gateway’s record of a payment', () => {
  const given = {
    transactionReference: TRANSACTION,
    paymentReference: 'order-1--i2',
    paymentStatus: 'PAID',
    amountPaid: kobo(250_000),
    totalPayable: kobo(250_000),
    currency: 'NGN',
  };
  const payer = { bankCode: '058', accountNumber: '******0001', accountName: 'ADA OBI' };

  it('counts the accounts that the money came from', () => {
    expect(paymentIn({ ...given, accountPayments: [payer, payer] }).sources).toBe(1);
    const other = { ...payer, accountNumber: '******0002' };
    expect(paymentIn({ ...given, accountPayments: [payer, other] }).sources).toBe(2);
    expect(paymentIn({ ...given, accountPayments: null }).sources).toBe(0);
  });

  it('names the lifecycle that it belongs to, where it can', () => {
    expect(paymentIn(given).named).toEqual({ lifecycle: 'checkout', reference: 'order-1' });
    const product = { type: 'RESERVED_ACCOUNT', reference: 'customer-7' };
    expect(paymentIn({ ...given, product }).named).toEqual({
      lifecycle: 'reserved-account',
      reference: 'customer-7',
    });
    // the gateway makes up the payment reference of an invoice
    expect(paymentIn({ ...given, paymentReference: 'MNFY|PAYREF|1' }).named).toBeUndefined();
    expect(paymentIn({ ...given, paymentReference: 'sub-1--s260131.1' }).named).toEqual({
      lifecycle: 'subscription',
      reference: 'sub-1',
    });
  });
});
