import { describe, expect, it } from 'vitest';
import {
  countedKobo,
  type Debit,
  ENDED_KEPT,
  isSafeToDebitAgain,
  isTakenInVain,
  keepDebits,
  NO_DEBITS,
  plannedAttempt,
  plannedReference,
  wasForgotten,
  wasForgottenUnpaid,
  wasOwnForgotten,
} from '../../src/domain/mandate/debit.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { changedDebits } from '../../src/domain/mandate/change-debit.js';
import { newDebit, webhooksDue } from '../../src/domain/mandate/debits.js';
import { surroundingsOf } from '../../src/domain/mandate/surroundings.js';
import { add, addAll } from '../../src/domain/movement/evidence.js';
import { whyWithdrawn } from '../../src/domain/pull/next-step.js';
import { debitsAfterLoss, unknownAfterLoss } from '../../src/domain/mandate/after-loss.js';
import type { MandateSnapshot, MandateTerms } from '../../src/domain/mandate/mandate.js';
import { debitFromEarlier, type EarlierDebit } from '../../src/domain/mandate/from-earlier-version.js';
import { dueNow, plannedDebit } from '../../src/domain/mandate/planned.js';
import { judgeDebit, judgeMandate, stateOf } from '../../src/domain/mandate/verdict.js';
import { kobo, ZERO } from '../../src/domain/money.js';

const HOUR = 3_600_000;
const RULES = { validityMs: 72 * HOUR, holidays: [] };

const TERMS: MandateTerms = {
  reference: 'rent',
  currency: 'NGN',
  customer: { name: 'Ada', email: 'ada@example.com', phone: '08030000000', address: 'Lagos' },
  account: { bankCode: '058', accountNumber: '0100090002' },
  description: 'Rent',
  startAt: '2026-01-31T00:00:00Z',
  endAt: '2026-12-31T00:00:00Z',
  amountKobo: kobo(100_000),
  plan: { every: { unit: 'MONTH', count: 1 }, firstDay: '2026-01-31', amountKobo: kobo(1_000) },
};

const at = (text: string) => Date.parse(text);
const NOW = at('2026-03-01T00:00:00Z');

describe('the due dates of a mandate', () => {
  it('keep the 31st after February, at nine in West Africa', () => {
    const days = [0, 1, 2].map((n) => plannedDebit(TERMS, n, RULES)?.day);
    expect(days).toEqual(['2026-01-31', '2026-02-28', '2026-03-31']);
    expect(plannedDebit(TERMS, 1, RULES)?.at).toBe(at('2026-02-28T08:00:00Z'));
  });

  it('move from weekends and holidays, and keep the day of the plan as their name', () => {
    const plan = { ...TERMS.plan!, onFreeDay: 'NEXT_WORKING_DAY' as const };
    const due = plannedDebit({ ...TERMS, plan }, 1, { ...RULES, holidays: ['2026-03-02'] });
    expect(due).toMatchObject({ day: '2026-02-28', at: at('2026-03-03T08:00:00Z') });
  });

  it('allow a send for 72 hours, never past the next due date, and never past the end unless it renews', () => {
    expect(plannedDebit(TERMS, 0, RULES)?.notAfter).toBe(at('2026-02-03T08:00:00Z'));
    const daily = { ...TERMS, plan: { ...TERMS.plan!, every: { unit: 'DAY' as const, count: 1 } } };
    expect(plannedDebit(daily, 0, RULES)?.notAfter).toBe(at('2026-02-01T08:00:00Z'));
    const short = { ...TERMS, endAt: '2026-02-01T00:00:00Z' };
    expect(plannedDebit(short, 0, RULES)?.notAfter).toBe(at('2026-02-01T00:00:00Z'));
    expect(plannedDebit(short, 1, RULES)).toBeUndefined();
    expect(plannedDebit({ ...short, autoRenew: true }, 1, RULES)?.day).toBe('2026-02-28');
  });

  it('before the start of the mandate are not debited', () => {
    expect(plannedDebit({ ...TERMS, startAt: '2026-03-01T00:00:00Z' }, 0, RULES)?.day).toBe('2026-03-31');
  });

  it('after an outage: only the latest is debited, and only if it is not too late', () => {
    const soon = { ...RULES, now: at('2026-04-30T20:00:00Z') };
    const { debits, missed, next } = dueNow(TERMS, { nextDue: 0 }, soon);
    expect(missed.map(({ day }) => day)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31']);
    expect(debits.map(({ day }) => day)).toEqual(['2026-04-30']);
    expect(next).toBe(4);
    const late = { ...RULES, now: at('2026-05-04T20:00:00Z') };
    expect(dueNow(TERMS, { nextDue: 3 }, late)).toMatchObject({
      debits: [],
      missed: [{ day: '2026-04-30' }],
    });
  });

  it('of a lost run are all looked for, however late', () => {
    const now = at('2026-05-04T20:00:00Z');
    const lost = { until: '2026-05-04T20:00:00Z' };
    const { debits, missed } = dueNow(TERMS, { nextDue: 0, lost }, { ...RULES, now });
    expect([debits.length, missed.length]).toEqual([4, 0]);
  });

  it('and their attempts follow from the reference', () => {
    const reference = plannedReference('rent', '2026-02-28', 3);
    expect(plannedAttempt('rent', reference)).toEqual({ day: '2026-02-28', attempt: 3 });
    for (const other of ['rent--d7', 'rent--d260230.1', 'rent--s260228.1', 'rent--d260228.01', 'rent']) {
      expect(plannedAttempt('rent', other)).toBeUndefined();
    }
    expect(plannedAttempt('rent-2', reference)).toBeUndefined();
  });
});

describe('what an operator has to say about a mandate whose run was lost', () => {
  const lost = { terms: { ...TERMS, onDemand: true as const } };

  it.each(['PENDING', 'ACTIVE', 'SUSPENDED', 'AUTHORIZATION_EXPIRED'] as const)(
    'is asked where it was %s last, because it may be debited still',
    (state) => {
      expect(unknownAfterLoss({ ...lost, state })).toEqual(['commands', 'total']);
    },
  );

  it.each(['EXPIRED', 'CANCELLED', 'FAILED', 'REJECTED', 'REFUSED'] as const)(
    'is nothing after %s',
    (state) => {
      expect(unknownAfterLoss({ ...lost, state })).toEqual([]);
    },
  );

  it('is not whether there was a cancel that is known, nor a sum where only the plan debits', () => {
    const cancel = { requestedAt: '2026-02-01T00:00:00Z' };
    expect(unknownAfterLoss({ ...lost, state: 'ACTIVE', cancel })).toEqual(['total']);
    expect(unknownAfterLoss({ terms: TERMS, state: 'ACTIVE' })).toEqual(['commands']);
  });
});

describe('the record of a mandate', () => {
  const record = { mandateCode: 'M1', externalMandateReference: 'rent', mandateStatus: 'ACTIVE' };

  it.each([
    ['INITIATED', 'PENDING'],
    ['PENDING', 'PENDING'],
    ['PENDING AUTHORIZATION', 'PENDING_AUTHORIZATION'],
    ['PENDING_ACTIVATION', 'PENDING_ACTIVATION'],
    ['ACTIVE', 'ACTIVE'],
    ['ACTIVATED', 'ACTIVE'],
    ['Suspended', 'SUSPENDED'],
    ['AUTHORIZATION_EXPIRED', 'AUTHORIZATION_EXPIRED'],
    ['EXPIRED', 'EXPIRED'],
    ['CANCELLED', 'CANCELLED'],
    ['FAILED', 'FAILED'],
    ['REJECTED', 'REJECTED'],
    ['UNDER_REVIEW', undefined],
  ])('%s means %s', (word, state) => {
    expect(stateOf(word)).toBe(state);
    expect(judgeMandate(TERMS, 'M1', { ...record, mandateStatus: word })).toMatchObject({ to: state });
  });

  it.each([{ mandateCode: 'M2' }, { mandateAmount: kobo(1) }, { customerAccountNumber: '0000000000' }])(
    'with %o is not believed',
    (other) => {
      expect(judgeMandate(TERMS, 'M1', { ...record, ...other })).toMatchObject({ kind: 'doubt' });
    },
  );
});

describe('the record of a debit', () => {
  const asked = { amountKobo: kobo(1_000) };
  const record = { paymentReference: 'rent--d1', transactionStatus: 'PAID', debitAmount: kobo(1_000) };

  it.each([
    ['PAID', null, { shows: 'money', amount: 1_000 }],
    ['SUCCESS', null, { shows: 'money', amount: 1_000 }],
    ['FAILED', 'Insufficient funds', { shows: 'end' }],
    ['FAILED', 'Timed out at destination bank', { shows: 'pending' }],
    ['PENDING', null, { shows: 'pending' }],
    ['UNDER_INVESTIGATION', null, { shows: 'pending' }],
  ])('%s, %s', (transactionStatus, responseMessage, expected) => {
    expect(judgeDebit(asked, 'M1', { ...record, transactionStatus, responseMessage })).toMatchObject(
      expected,
    );
  });

  it('of another amount or mandate is not believed', () => {
    expect(judgeDebit(asked, 'M1', { ...record, debitAmount: kobo(1) })).toMatchObject({ shows: 'odd' });
    expect(judgeDebit(asked, 'M1', { ...record, mandateCode: 'M2' })).toMatchObject({ shows: 'odd' });
    expect(judgeDebit(asked, 'M1', { ...record, mandateCode: null })).toMatchObject({ shows: 'money' });
  });
});

const THEN = '2026-02-01T08:00:00Z';

function debit(n: number, part: Partial<EarlierDebit> = {}): Debit {
  return debitFromEarlier({
    reference: `rent--d${n}`,
    ownReference: `own-${n}`,
    amountKobo: kobo(100),
    narration: 'Rent',
    state: 'PAID',
    reason: '',
    requestedAt: THEN,
    dueAt: THEN,
    notAfter: '',
    sentAt: THEN,
    ...part,
  });
}

const UNSENT = { sentAt: undefined } as unknown as Partial<EarlierDebit>;
const EMPTY = { forgotten: '', packed: NO_DEBITS };

describe('the debits of a mandate', () => {
  it('count while they are paid, under way, unknown, or failed without a second read', () => {
    const debits = [
      debit(1),
      debit(2, { state: 'PENDING' }),
      debit(3, { state: 'PENDING', sentAt: THEN }),
      debit(4, { state: 'FAILED', failedAt: THEN }),
      debit(5, { state: 'FAILED', failedAt: THEN, failedTwice: true }),
      debit(6, { state: 'REFUSED', ...UNSENT }),
      debit(7, { state: 'EXPIRED', ...UNSENT }),
    ];
    expect(countedKobo(debits, { count: 1, sumKobo: kobo(100), mostKobo: kobo(100) })).toBe(500);
  });

  it('are listed while open; of the others only the newest, and the rest is recognised by its references', () => {
    const all = [
      debit(0, { state: 'PENDING' }),
      ...Array.from({ length: ENDED_KEPT + 30 }, (_, n) => debit(n + 1)),
    ];
    const { debits, forgotten, packed } = keepDebits(all, EMPTY, NOW);
    expect(debits).toHaveLength(ENDED_KEPT + 1);
    expect(debits[0]?.reference).toBe('rent--d0');
    expect(wasForgotten(forgotten, 'rent--d30')).toBe(true);
    expect(wasOwnForgotten(forgotten, 'own-30')).toBe(true);
    expect(wasForgotten(forgotten, 'rent--d31')).toBe(false);
    expect(wasOwnForgotten(forgotten, 'own-31')).toBe(false);
    expect(packed).toEqual({ count: 30, sumKobo: 3_000, mostKobo: 3_000 });
    expect(keepDebits(debits, { forgotten, packed }, NOW)).toEqual({ debits, forgotten, packed });
  });

  const failed = { state: 'FAILED', failedAt: THEN, failedTwice: true } as const;
  const DATE = { day: '2026-02-28', notAfter: '2026-02-28T20:00:00Z' };

  it('of a due date stay listed while another attempt of it may move money', () => {
    const others = Array.from({ length: ENDED_KEPT }, (_, n) => debit(n + 10));
    const first = debit(1, { ...DATE, ...failed, attempt: 1 });
    const second = debit(2, { ...DATE, attempt: 2, state: 'PENDING' });
    const keeps = (all: readonly Debit[], now = NOW) => keepDebits(all, EMPTY, now).debits.includes(first);
    expect(keeps([first, second, ...others])).toBe(true);
    expect(keeps([first, ...others], at('2026-02-28T19:00:00Z'))).toBe(true);
    expect(keeps([first, ...others])).toBe(false);
  });

  it('differ by whether they were paid, also when they are no longer listed', () => {
    const others = Array.from({ length: ENDED_KEPT }, (_, n) => debit(n + 10));
    const { forgotten } = keepDebits([debit(1, failed), debit(2), ...others], EMPTY, NOW);
    expect(wasForgottenUnpaid(forgotten, 'rent--d1')).toBe(true);
    expect(wasForgottenUnpaid(forgotten, 'rent--d2')).toBe(false);
    expect(wasForgotten(forgotten, 'rent--d2')).toBe(true);
  });

  it('that an event listed again, and showed as paid, are no longer unpaid', () => {
    const others = Array.from({ length: ENDED_KEPT }, (_, n) => debit(n + 10));
    const { forgotten, packed } = keepDebits([debit(1, failed), ...others], EMPTY, NOW);
    const again = keepDebits([debit(1), ...others], { forgotten, packed }, NOW);
    expect(wasForgottenUnpaid(again.forgotten, 'rent--d1')).toBe(false);
    // another event about it is no news
    expect(wasForgotten(again.forgotten, 'rent--d1')).toBe(true);
    expect(again.packed.count).toBe(1);
  });

  it('are withdrawn from the queue once an event reports money that leaves no room within the amount', () => {
    const place = { reference: 'rent--d2', amountKobo: kobo(100), narration: 'Rent' };
    const times = { requestedAt: THEN, dueAt: THEN, notAfter: '2026-12-01T00:00:00Z' };
    const queued = newDebit({ ...place, ...times }, 'requested by the merchant');
    const sending = {
      ...queued,
      movement: add(queued.movement, { kind: 'sending', step: 'request', askedAt: NOW }),
    };
    const why = (before: Debit) => {
      const terms = { ...TERMS, amountKobo: kobo(100) };
      const snapshot = { ...beginning('ACTIVE', '', THEN), lifecycle: 'mandate', terms, demands: 2 } as const;
      const debits = [before, sending];
      const all = { ...snapshot, debits, debited: { count: 0, sumKobo: ZERO } };
      return whyWithdrawn(sending, surroundingsOf(all, sending));
    };
    expect(why(debit(1, failed))).toBeUndefined();
    expect(why(debit(1, { ...failed, claimed: true }))).toContain("above the mandate's amount");
  });

  it('whose reference an event took, and which have no money, leave their due date without a debit', () => {
    const none = {
      debits: [],
      forgotten: keepDebits([debit(1, { ...failed, isPossible: true })], EMPTY, NOW).forgotten,
    };
    expect(isTakenInVain(none, 'rent--d1')).toBe(true);
    expect(isTakenInVain(none, 'rent--d2')).toBe(false);
    expect(isTakenInVain({ debits: [debit(1, failed)] }, 'rent--d1')).toBe(true);
    for (const part of [{}, { state: 'PENDING' }, { ...failed, claimed: true }] as const) {
      expect(isTakenInVain({ debits: [debit(1, part)] }, 'rent--d1')).toBe(false);
    }
  });

  it.each([
    ['another attempt is under way', { state: 'PENDING' }, false],
    ['another attempt was paid', { state: 'PAID' }, false],
    ['another attempt has failed only once', { state: 'FAILED', failedAt: THEN }, false],
    ['another attempt was not sent', { state: 'EXPIRED', ...UNSENT }, true],
    ['another attempt is to be sent', { state: 'PENDING', ...UNSENT }, false],
    ['another due date is under way', { state: 'PENDING', day: '2026-03-31' }, true],
  ] as const)('where %s', (_, part, isSafe) => {
    const first = debit(1, { ...DATE, ...failed });
    expect(isSafeToDebitAgain(first, { debits: [first, debit(2, { ...DATE, ...part })], review: [] })).toBe(
      isSafe,
    );
  });

  it.each([
    ['an event reported money of it', { claimed: true }, []],
    ['a review item about it is open', {}, ['unproven-event:rent--d1']],
    ['its outcome waits for a person', {}, ['unresolved:status:rent--d1']],
  ] as const)('are not safe to debit again where %s', (_, part, keys) => {
    const review = keys.map(
      (key) => ({ key, kind: 'unresolved', reason: '', atRiskKobo: ZERO, since: '' }) as const,
    );
    const asked = { ...debit(1, { ...failed, ...part }), reference: 'rent--d1' };
    expect(isSafeToDebitAgain(asked, { debits: [asked], review })).toBe(false);
    const other = {
      key: 'unproven-event:rent--d11',
      kind: 'unproven-event',
      reason: '',
      atRiskKobo: ZERO,
      since: '',
    } as const;
    const plain = { ...debit(1, failed), reference: 'rent--d1' };
    expect(isSafeToDebitAgain(plain, { debits: [plain], review: [other] })).toBe(true);
  });
});

describe('a failed debit that was safe to repeat before a run was lost', () => {
  const end = (minutes: number) => {
    const time = NOW + minutes * 60_000;
    return { kind: 'reading', shows: 'end', askedAt: time, answeredAt: time } as const;
  };
  const times = { requestedAt: TERMS.startAt, dueAt: TERMS.startAt, notAfter: TERMS.startAt };
  const asked = newDebit({ reference: 'rent--d1', amountKobo: kobo(1_000), narration: '', ...times }, '');
  const sent = { kind: 'send', step: 'request', answer: 'accepted', askedAt: NOW, answeredAt: NOW } as const;

  /** What the merchant is sent once its record was read again. */
  function sentAfterLoss(known: Debit, shows: ReturnType<typeof end>) {
    const before = { terms: TERMS, review: [], debits: debitsAfterLoss({ debits: [known] }, LOSS) };
    expect(isSafeToDebitAgain(before.debits[0]!, before)).toBe(false);
    const mandate = before as unknown as MandateSnapshot;
    const movement = add(before.debits[0]!.movement, shows);
    const read = { movement, reads: { count: 1, lastAt: shows.askedAt } };
    const after = {
      ...mandate,
      ...changedDebits(mandate, 'rent--d1', read, { now: NOW, settings: undefined }),
    };
    return webhooksDue(mandate, after, 'rent--d1').map(({ type }) => type);
  }
  const LOSS = { now: NOW + 3 * HOUR, since: NOW };
  const failedAt = (...minutes: readonly number[]): Debit => ({
    ...asked,
    state: 'FAILED',
    reason: 'the gateway reports FAILED',
    movement: addAll(asked.movement, [sent, ...minutes.map(end)]),
  });

  it('is not sent as safe once more after it: the merchant may have repeated it', () => {
    expect(sentAfterLoss(failedAt(1, 10), end(200))).toEqual([]);
  });

  it('is sent as safe where that was not known yet', () => {
    expect(sentAfterLoss(failedAt(1), end(200))).toEqual(['safe-to-repeat']);
  });
});
