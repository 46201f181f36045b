import { describe, expect, it } from 'vitest';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { differingTerms } from '../../src/domain/lifecycle/terms.js';
import { kobo, ZERO } from '../../src/domain/money.js';
import { ABSENCE_GAP_MS, addAll, CONFIRM_MS } from '../../src/domain/movement/evidence.js';
import { whyRefused } from '../../src/domain/movement/decide.js';
import type { Piece, Reading, SendAnswer } from '../../src/domain/movement/pieces.js';
import { newPayout } from '../../src/domain/payout/payout.js';
import { isSafeToPayAgain } from '../../src/domain/payout/state.js';
import { boundsOf, sumsOf } from '../../src/domain/refund/bounds.js';
import { type EarlierRefund, refundsWithEvidence } from '../../src/domain/refund/from-earlier-version.js';
import { refuseRefund, remainingOf, type Standing } from '../../src/domain/refund/grant.js';
import { limitOf } from '../../src/domain/refund/limit.js';
import { type Payment, paymentIn } from '../../src/domain/refund/payment.js';
import {
  differencesFrom,
  grantedTerms,
  isToBeReported,
  mayBeSentByLostRun,
  type Refund,
  type RefundsSnapshot,
  type RefundState,
  type RefundTerms,
  stateOf,
} from '../../src/domain/refund/refund.js';
import { unknownRefund } from '../../src/domain/refund/unexpected.js';
import { judge, type RefundRecord } from '../../src/domain/refund/verdict.js';

const TRANSACTION = 'MNFY|09|20260131101530|000123';
const AT = '2026-01-31T10:00:00.000Z';

const terms: RefundTerms = {
  refundReference: 'back-1',
  amountKobo: kobo(150_000),
  refundReason: 'Broken calabash',
  customerNote: 'Sorry',
};

const DAY = 24 * ABSENCE_GAP_MS;
const sentAt = Date.parse(AT);

const send = (answer: SendAnswer): Piece => ({
  kind: 'send',
  step: 'request',
  answer,
  askedAt: sentAt,
  answeredAt: sentAt,
});
const reads = (shows: Reading['shows'], afterMs: number): Piece => ({
  kind: 'reading',
  shows,
  askedAt: sentAt + afterMs,
  answeredAt: sentAt + afterMs,
  ...(shows === 'money' && { amount: terms.amountKobo }),
});
const decides = (says: 'happened' | 'did-not-happen', saw: number): Piece => ({
  kind: 'decision',
  says,
  saw,
  at: sentAt + DAY,
});

const ACCEPTED = send('accepted');
const ONCE = [ACCEPTED, reads('end', 1)];
const TWICE = [...ONCE, reads('end', 1 + CONFIRM_MS)];
const PAID = [ACCEPTED, reads('money', 1)];
const UNKNOWN = [send('left')];
const ABSENT = [
  ...UNKNOWN,
  reads('absent', ABSENCE_GAP_MS),
  reads('absent', 3 * ABSENCE_GAP_MS),
  reads('absent', DAY),
];

/** A refund of which this was seen. */
function refund(state: RefundState, pieces: readonly Piece[] = [], more: Partial<Refund> = {}): Refund {
  const { terms: asked = terms } = more;
  const horizon = { horizonMs: DAY, repeatAfterMs: 1 };
  const none = newPayout({ asked: asked.amountKobo, ...horizon });
  return {
    ...none,
    movement: addAll(none.movement, pieces),
    terms: asked,
    state,
    reason: '',
    requestedAt: AT,
    ...more,
  };
}

/** One that ended without being sent. */
const unsent = (to: 'CANCELLED' | 'EXPIRED' | 'REFUSED', more: Partial<Refund> = {}) =>
  refund(to, [], { unsent: { to, reason: '' }, ...more });

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
    const destination = { bankCode: '058', accountNumber: '0100000001', accountName: 'Ada Obi' };
    expect(wordFor({ destination }, several)).toBeUndefined();
  });

  const left = (refunds: readonly Refund[], records: readonly RefundRecord[] = []) =>
    remainingOf({ payment, refunds, records });

  it.each<[what: string, refund: Refund, left: number]>([
    ['is prepared', refund('PENDING'), 100_000],
    ['waits for an approval', refund('WAITING_FOR_APPROVAL'), 100_000],
    ['waits for funds', refund('WAITING_FOR_FUNDS'), 100_000],
    ['is paused', refund('PAUSED'), 100_000],
    ['was paid', refund('COMPLETED', PAID), 100_000],
    ['failed, and was read once', refund('FAILED', ONCE), 100_000],
    ['failed, and was read twice', refund('FAILED', TWICE), 250_000],
    ['is under way', refund('PENDING', [ACCEPTED, reads('pending', 1)]), 100_000],
    ['had no answer', refund('PENDING', UNKNOWN), 100_000],
    [
      'had no answer, and is no longer wanted',
      refund('PENDING', UNKNOWN, { unwanted: 'cancelled' }),
      100_000,
    ],
    ['had no answer, and was not found twice', refund('PENDING', ABSENT.slice(0, 3)), 100_000],
    ['had no answer, and was not found for a day', refund('FAILED', ABSENT), 250_000],
    ['was refused by the gateway', refund('REFUSED', [send('refused')]), 250_000],
    ['a person knows was not paid', refund('FAILED', [...UNKNOWN, decides('did-not-happen', 1)]), 250_000],
    ['a person knows was paid', refund('COMPLETED', [...UNKNOWN, decides('happened', 1)]), 100_000],
    ['was not sent in time', unsent('EXPIRED'), 250_000],
    ['was cancelled before it was sent', unsent('CANCELLED'), 250_000],
    ['was refused before it was sent', unsent('REFUSED'), 250_000],
  ])('after one that %s, as far as that may have taken of it', (_what, one, kobos) => {
    expect(left([one])).toBe(kobos);
  });

  it('with what only the gateway knows of counted, once', () => {
    const foreign = record('PENDING', { refundReference: 'by-hand' });
    expect(left([], [foreign])).toBe(100_000);
    expect(left([refund('COMPLETED', PAID)], [record('COMPLETED'), foreign])).toBe(0);
    expect(left([], [{ ...foreign, refundStatus: 'A_WORD_OF_NEXT_YEAR' }])).toBe(100_000);
    expect(left([], [{ ...foreign, refundStatus: 'FAILED' }])).toBe(250_000);
  });

  it('with one counted that Oware believes ended without money and the gateway does not', () => {
    expect(left([unsent('EXPIRED')], [record('PENDING')])).toBe(100_000);
    expect(left([refund('PENDING', UNKNOWN)], [record('PENDING', { refundAmount: kobo(200_000) })])).toBe(
      50_000,
    );
  });
});

describe('what the gateway’s record of a refund proves', () => {
  const destination = { bankCode: '058', accountNumber: '0100000001', accountName: 'Ada Obi' };
  const asked = { transactionReference: TRANSACTION, terms: { ...terms, destination } };
  const shows = (status: string, more: Partial<RefundRecord> = {}) => judge(asked, record(status, more));

  it.each([
    ['COMPLETED', { shows: 'money', amount: 150_000 }],
    ['FAILED', { shows: 'end', word: 'FAILED' }],
    ['PENDING', { shows: 'pending' }],
    ['IN_PROGRESS', { shows: 'pending' }],
    ['A_WORD_OF_NEXT_YEAR', { shows: 'pending' }],
  ])('%s', (status, proof) => {
    expect(shows(status)).toMatchObject(proof);
  });

  it('nothing, while a failure may still be corrected', () => {
    const comment = 'Timed out at destination bank';
    expect(shows('FAILED', { comment })).toMatchObject({ shows: 'pending' });
  });

  it.each([
    ['another amount', { refundAmount: kobo(1) }],
    ['another transaction', { transactionReference: 'MNFY|other' }],
    ['another account', { destinationAccountNumber: '0100000002' }],
    ['another bank', { destinationAccountBankCode: '044' }],
  ])('that another request made it, with %s', (_what, more) => {
    const found = { shows: 'odd', about: 'identity-mismatch', isForeign: true };
    expect(shows('COMPLETED', more)).toMatchObject(found);
  });

  it('nothing, if it is older than our request: a person says whose it is', () => {
    const since = Date.parse(AT);
    const old = judge({ ...asked, since }, record('COMPLETED', { createdOn: '2026-01-31T09:57:59.000Z' }));
    expect(old).toMatchObject({ shows: 'odd', about: 'identity-mismatch' });
    expect(old).not.toHaveProperty('isForeign');
    expect(judge({ ...asked, since }, record('COMPLETED'))).toMatchObject({ shows: 'money' });
  });

  it('the same, where the gateway pays back to the account that paid', () => {
    const back = judge(
      { transactionReference: TRANSACTION, terms },
      record('COMPLETED', { destinationAccountNumber: '0100000002' }),
    );
    expect(back).toMatchObject({ shows: 'money' });
  });
});

describe('what a rebuilt owner reads of refunds', () => {
  const named = (refundReference: string, refundReason = 'Broken calabash') => ({
    ...terms,
    refundReference,
    refundReason,
  });
  const snapshot = (more: Partial<RefundsSnapshot>): RefundsSnapshot => ({
    ...beginning('REFUNDING', '', AT),
    lifecycle: 'refunds-of',
    terms: { reference: TRANSACTION },
    refunds: [],
    ...more,
  });

  it('counts what is under way, and what a policy asked for and is not granted yet', () => {
    const order = {
      ...named('order-1--r1', 'late order-1'),
      owner: { lifecycle: 'checkout', reference: 'order-1' },
    };
    const refunds = [refund('PENDING', [ACCEPTED]), refund('COMPLETED', PAID, { terms: named('back-2') })];
    expect(sumsOf(snapshot({ refunds, orders: [order], reports: 3 }))).toMatchObject({
      least: 150_000,
      most: 450_000,
      sent: 300_000,
      order: [Date.parse(AT), 3],
    });
    // once granted it counts as the refund that it is
    const granted = refund('PENDING', [], { terms: named('order-1--r1', 'late order-1') });
    expect(sumsOf(snapshot({ refunds: [granted], orders: [order] }))).toMatchObject({
      least: 0,
      most: 150_000,
    });
  });

  it('names those that policies asked for, with what for, and how they ended', () => {
    const refunds = [
      refund('PENDING', [ACCEPTED]),
      refund('PENDING', [ACCEPTED], { terms: named('order-1--r1', 'late order-1') }),
      refund('FAILED', TWICE, { terms: named('order-1--r2', 'duplicate order-1') }),
    ];
    const orders = [named('order-1--r3', 'overpaid order-1')];
    expect(sumsOf(snapshot({ refunds, orders })).byPolicy).toEqual(
      [
        { refundReference: 'order-1--r1', cause: 'late' },
        { refundReference: 'order-1--r2', cause: 'duplicate', state: 'FAILED' },
        { refundReference: 'order-1--r3', cause: 'overpaid' },
      ].map((each) => ({ ...each, transactionReference: TRANSACTION, amountKobo: 150_000, requested: true })),
    );
  });
});

describe('the states of a refund', () => {
  it('are reported to the owner once: when money went back, or when none does', () => {
    const paid = (more: Partial<Refund> = {}) => refund('COMPLETED', PAID, more);
    expect(isToBeReported(paid())).toBe(true);
    expect(isToBeReported(paid({ reported: 'COMPLETED' }))).toBe(false);
    expect(isToBeReported(unsent('REFUSED'))).toBe(true);
    expect(isToBeReported(unsent('REFUSED', { reported: 'REFUSED' }))).toBe(false);
    expect(isToBeReported(refund('FAILED', ONCE))).toBe(false);
    expect(isToBeReported(unsent('REFUSED', { byPolicy: true }))).toBe(true);
    expect(isToBeReported(refund('FAILED', ONCE, { byPolicy: true }))).toBe(false);
    expect(isToBeReported(refund('FAILED', TWICE, { byPolicy: true }))).toBe(true);
    expect(isToBeReported(paid({ byPolicy: true, reported: 'FAILED' }))).toBe(true);
  });

  it('are reported again when money that was reported as paid turns out not to have gone', () => {
    const pieces = [
      ...UNKNOWN,
      decides('happened', 1),
      reads('absent', DAY + 1),
      decides('did-not-happen', 2),
    ];
    expect(isToBeReported(refund('FAILED', pieces, { reported: 'COMPLETED' }))).toBe(true);
  });

  it('say together how far the transaction is refunded', () => {
    const of = (...refunds: readonly Refund[]) => stateOf({ refunds, payment });
    const paid = refund('COMPLETED', PAID);
    expect(of()).toBe('NOT_REFUNDED');
    expect(of(unsent('REFUSED'))).toBe('NOT_REFUNDED');
    expect(of(paid)).toBe('PARTIALLY_REFUNDED');
    expect(stateOf({ refunds: [paid], payment: { ...payment, amountKobo: kobo(150_000) } })).toBe('REFUNDED');
    expect(of(paid, refund('PENDING'))).toBe('REFUNDING');
    expect(of(paid, refund('FAILED', ONCE))).toBe('REFUNDING');
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
    expect(remainingOf(standing({ refunds: [unsent('CANCELLED')] }))).toBe(250_000);
  });

  it('is bound to the transaction and to all terms of the refund, not to the owner', () => {
    const bound = grantedTerms(TRANSACTION, terms);
    const owner = { lifecycle: 'checkout', reference: 'order-1' };
    expect(grantedTerms(TRANSACTION, { ...terms, owner })).toEqual(bound);
    const destination = { bankCode: '058', accountNumber: '0100000001', accountName: 'Ada Obi' };
    const others = [
      grantedTerms('MNFY|another', terms),
      grantedTerms(TRANSACTION, { ...terms, refundReference: 'back-2' }),
      grantedTerms(TRANSACTION, { ...terms, amountKobo: kobo(150_001) }),
      grantedTerms(TRANSACTION, { ...terms, destination }),
      grantedTerms(TRANSACTION, { ...terms, refundReason: 'Another one' }),
    ];
    for (const other of others) expect(differingTerms(bound, other)).not.toEqual([]);
  });
});

describe('a repeated request', () => {
  it('must agree in all terms', () => {
    expect(differencesFrom(refund('PENDING'), { ...terms })).toEqual([]);
    const other = {
      ...terms,
      amountKobo: kobo(1),
      destination: { bankCode: '058', accountNumber: '0100000001', accountName: 'Ada Obi' },
    };
    expect(differencesFrom(refund('PENDING'), other)).toEqual([
      'amount',
      'destination.bankCode',
      'destination.accountNumber',
      'destination.accountName',
    ]);
  });

  it('is compared with what the gateway shows of a refund that another system made', () => {
    const foreign = refund('PENDING', [], {
      unexpected: true,
      terms: { ...terms, refundReason: '', customerNote: '' },
    });
    expect(differencesFrom(foreign, terms)).toEqual([]);
    expect(differencesFrom(foreign, { ...terms, amountKobo: kobo(1) })).toEqual(['amount']);
  });
});

describe('what all refunds of a payment return', () => {
  it('is at least what is proven, and at most what may have gone', () => {
    const all = [refund('COMPLETED', PAID), refund('PENDING', UNKNOWN), unsent('EXPIRED')];
    expect(boundsOf(all)).toEqual({ least: 150_000, most: 300_000 });
    expect(boundsOf([])).toEqual({ least: ZERO, most: ZERO });
  });
});

describe('a refund that is about to be sent', () => {
  const own = refund('PENDING');
  const other = (pieces: readonly Piece[], more: Partial<Refund> = {}) =>
    refund('PENDING', pieces, { terms: { ...terms, refundReference: 'back-2' }, ...more });
  const limit = (others: readonly Refund[], more: Partial<RefundsSnapshot> = {}) =>
    limitOf({ payment, refunds: [own, ...others], readAt: AT, ...more }, 'back-1');

  it('must leave room for what the others may return, as it was read at the gateway', () => {
    expect(limit([other(UNKNOWN)])).toMatchObject({
      cap: payment.amountKobo,
      taken: terms.amountKobo,
      readAt: Date.parse(AT),
    });
    expect(limit([other(TWICE)])).toMatchObject({ taken: 0 });
  });

  it.each<[what: string, others: readonly Refund[], more: Partial<RefundsSnapshot>]>([
    ['the payment was not read', [], { payment: undefined as never }],
    ['the list of refunds was not read since a run was lost', [], { isUnlisted: true }],
    ['an event or a list speaks of another one', [other(TWICE, { reads: { count: 2, isOwed: true } })], {}],
    ['another system made one of which only the reference is known', [unknownRefund('theirs', AT)], {}],
  ])('is not while %s', (_what, others, more) => {
    expect(limit(others, more).readAt).toBe(-Infinity);
  });
});

describe('a refund that another system made, of which only an event speaks', () => {
  const { movement } = unknownRefund('theirs', AT);
  const known = addAll(movement, [send('left'), { kind: 'claim', shows: 'money', amount: ZERO }]);

  it('is concluded as paid only with an amount: without one nothing would be known', () => {
    const happened = { decision: 'happened' } as const;
    expect(whyRefused(known, 'happened', happened)).toMatchObject({ type: 'invalid' });
    expect(whyRefused(known, 'happened', { ...happened, amountKobo: kobo(50_000) })).toBeUndefined();
    expect(whyRefused(known, 'did-not-happen', { decision: 'did-not-happen' })).toBeUndefined();
  });
});

describe('a reference that is asked for after a run was lost', () => {
  it('may be one that the lost run has used, for as long as absence takes to prove anything', () => {
    const lost = { since: AT, at: AT };
    const may = (now: number) => mayBeSentByLostRun({ lost }, { now, absenceHorizonMs: DAY });
    expect(may(sentAt)).toBe(true);
    expect(may(sentAt + DAY - 1)).toBe(true);
    expect(may(sentAt + DAY)).toBe(false);
    expect(mayBeSentByLostRun({}, { now: sentAt, absenceHorizonMs: DAY })).toBe(false);
  });
});

describe('refunds that an earlier version kept', () => {
  const load = (...refunds: readonly Partial<EarlierRefund>[]) =>
    refundsWithEvidence({
      refunds: refunds.map((each) => ({ terms, state: 'PENDING', reason: '', requestedAt: AT, ...each })),
    } as unknown as RefundsSnapshot).refunds;

  it.each<[what: string, earlier: Partial<EarlierRefund>, taken: number, isSafe: boolean]>([
    ['paid', { state: 'COMPLETED', sentAt: AT }, 150_000, false],
    ['failed, read once', { state: 'FAILED', sentAt: AT, failedAt: AT }, 150_000, false],
    ['failed, read twice', { state: 'FAILED', sentAt: AT, failedAt: AT, failedTwice: true }, 0, true],
    ['concluded as not paid', { state: 'FAILED', sentAt: AT, concluded: true }, 0, true],
    ['cancelled', { state: 'CANCELLED' }, 0, true],
    ['made by another system', { state: 'COMPLETED', sentAt: AT, foreign: true }, 150_000, false],
  ])('as %s take as much of the payment as before, and are never sent', (_what, earlier, taken, isSafe) => {
    const [loaded] = load(earlier);
    if (!loaded) throw new Error('no refund');
    expect(boundsOf([loaded]).most).toBe(taken);
    expect(isSafeToPayAgain(loaded)).toBe(isSafe);
    expect(loaded.notOurs).toBeDefined();
    expect(loaded.unexpected).toBe(earlier.foreign);
    expect(loaded.foreign).toBeUndefined();
  });

  it('are changed only where they have no evidence', () => {
    const today = { refunds: [refund('COMPLETED', PAID)] } as unknown as RefundsSnapshot;
    expect(refundsWithEvidence(today)).toBe(today);
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
