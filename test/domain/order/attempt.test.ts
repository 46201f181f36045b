import { describe, expect, it } from 'vitest';
import { endOfCharge } from '../../../src/domain/charge/charge.js';
import { HOLD_ALL } from '../../../src/domain/collection/policy.js';
import { kobo } from '../../../src/domain/money.js';
import { addAll } from '../../../src/domain/movement/evidence.js';
import type { Piece } from '../../../src/domain/movement/pieces.js';
import { changeOrder } from '../../../src/domain/order/change.js';
import { newTransaction, type OrderAttempt } from '../../../src/domain/order/order.js';
import { withClaim } from '../../../src/domain/order/reading.js';
import { isOver, isSafeToChargeAgain } from '../../../src/domain/order/state.js';
import { newAttempt } from '../../../src/domain/pull/attempt.js';
import type { Played } from './played.js';

const ASKED = kobo(1_000_00);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const TERMS = { reference: 'r', amountKobo: ASKED, currency: 'NGN' } as const;
const REQUEST: OrderAttempt = {
  paymentReference: 'r--c1',
  ...newAttempt({ asked: ASKED, horizonMs: DAY, repeatAfterMs: 1 }),
};
const UNSENT: Played = {
  terms: TERMS,
  state: 'PENDING',
  reason: 'created',
  transactions: [],
  attempt: REQUEST,
  hasNoWindow: true,
};

const answer = (kind: 'left' | 'refused' | 'used'): Piece =>
  ({ kind: 'send', step: 'request', answer: kind, askedAt: 0, answeredAt: 0 }) as const;
const absentAt = (...times: readonly number[]): readonly Piece[] =>
  times.map((at) => ({ kind: 'reading', shows: 'absent', askedAt: at, answeredAt: at }));

function after(pieces: readonly Piece[], part: Partial<OrderAttempt> = {}, now = DAY) {
  const attempt = { ...REQUEST, since: 0, ...part, movement: addAll(REQUEST.movement, pieces) };
  return changeOrder<Played>(UNSENT, { attempt }, rules(now));
}

const rules = (now: number) => ({
  now,
  policies: HOLD_ALL,
  refundMinKobo: kobo(1),
  endOf: endOfCharge,
  readsOfClaim: 2,
  unresolvedAfterMs: HOUR,
});

describe('a charge whose transaction is not known', () => {
  it.each([
    [
      'is not FAILED while it may have been sent',
      after([answer('left'), ...absentAt(1, HOUR + 1)]),
      'PENDING',
      false,
    ],
    [
      'is FAILED when it is absent for a day',
      after([answer('left'), ...absentAt(1, HOUR + 1, DAY)]),
      'FAILED',
      true,
    ],
    [
      'is REFUSED when it was refused',
      after([answer('refused')], { answered: 'declined: no' }),
      'REFUSED',
      true,
    ],
    [
      'is not REFUSED before its record was asked for',
      after([answer('refused')], { reads: { count: 0, isWanted: true, isOwed: true } }),
      'PENDING',
      false,
    ],
    [
      'is EXPIRED when it was not sent in time',
      after([], { unsent: { to: 'EXPIRED', reason: 'not sent in time' } }),
      'EXPIRED',
      true,
    ],
    [
      'is REFUSED, but not safe to charge again, when the record under its reference is not ours',
      after([answer('used'), { kind: 'reading', shows: 'odd', amount: ASKED, askedAt: 1, answeredAt: 1 }], {
        foreign: 'transaction T',
      }),
      'REFUSED',
      false,
    ],
  ])('%s', (_, { order, shown }, state, isSafe) => {
    expect(shown.state).toBe(state);
    expect(isSafeToChargeAgain(order)).toBe(isSafe);
    expect(isOver({ ...order, ...shown })).toBe(isSafe);
  });

  it('is for a person once its outcome is unknown for too long, with its whole amount at risk', () => {
    const sent = [answer('left')];
    expect(after(sent, {}, HOUR - 1).items).toEqual([]);
    expect(after(sent, {}, HOUR).items).toMatchObject([
      { kind: 'unresolved', subject: 'charge:r--c1', atRiskKobo: ASKED, isOfEvidence: true },
    ]);
  });

  it('is sent as unknown once, when the gateway has not said for minutes whether it has it', () => {
    const [sent, read] = [[answer('left')], { count: 2, lastAt: 5 * 60_000 }];
    expect(after(sent, { reads: { ...read, lastAt: 60_000 } }).due).toEqual([]);
    const first = after(sent, { reads: read });
    expect(first.due).toMatchObject([{ news: 'outcome-unknown' }]);
    const attempt: Partial<OrderAttempt> = { ...first.order.attempt, reads: { ...read, count: 3 } };
    const again = changeOrder<Played>(
      { ...first.order, ...first.shown },
      { attempt: { ...REQUEST, ...attempt } },
      rules(DAY),
    );
    expect(again.due).toEqual([]);
  });

  it('is no longer safe to charge again, and says so, when an event names it after its end', () => {
    const { order, shown } = after([answer('left'), ...absentAt(1, HOUR + 1, DAY)]);
    const claimed = withClaim(newTransaction('T', ASKED), ASKED, 2 * DAY);
    const { due } = changeOrder<Played>({ ...order, ...shown }, { transactions: [claimed] }, rules(2 * DAY));
    expect(due).toMatchObject([{ news: 'conflicting-records' }]);
  });

  it('is followed by its transaction as soon as that is known', () => {
    const { order } = after([answer('left')]);
    const named = changeOrder<Played>(
      { ...UNSENT, ...order },
      { transactions: [newTransaction('T', ASKED)] },
      rules(HOUR),
    );
    expect(named.order.attempt).toBeUndefined();
    expect(named.items).toEqual([]);
  });
});
