import { describe, expect, it } from 'vitest';
import { startOfDay } from '../../../src/domain/calendar.js';
import { kobo, ZERO } from '../../../src/domain/money.js';
import { midnightOf, whyNotOf } from '../../../src/domain/wallet-day/midnight.js';
import type { WalletDaySnapshot } from '../../../src/domain/wallet-day/wallet-day.js';
import {
  type EarlyMovement,
  movedBeforeOpening,
  weigh,
  withEarly,
} from '../../../src/domain/wallet-day/weigh.js';
import { newSnapshot } from '../../../workflows/wallet-day/state.js';

const DAY = '2026-03-02';
const MIDNIGHT = startOfDay(DAY);
const MINUTE = 60_000;
const at = (ms: number) => new Date(MIDNIGHT + ms).toISOString();
const balance = (naira: number, ms = 0) => ({ balanceKobo: kobo(naira * 100), at: at(ms) });
const flow = (naira: number) => ({ count: naira > 0 ? 1 : 0, sumKobo: kobo(naira * 100) });
const day = (more: Partial<WalletDaySnapshot>): WalletDaySnapshot => ({
  ...newSnapshot({ reference: DAY }, at(0)),
  state: 'CLOSED',
  ...more,
});
const early = (ms: number, naira: number, after?: number): EarlyMovement => ({
  at: MIDNIGHT + ms,
  byKobo: naira * 100,
  ...(after !== undefined && { balanceKobo: kobo(after * 100) }),
});

const outflows = { paidKobo: ZERO, feesKobo: ZERO, inFlightKobo: ZERO, refundedKobo: ZERO };

it('more movements in the first minutes than are kept one by one are kept as a sum', () => {
  const terms = { reference: DAY };
  const movements = Array.from({ length: 60 }, () => early(0, -100));
  const kept = [...movements, early(10 * MINUTE, -700)].reduce<readonly EarlyMovement[]>(
    (before, movement) => withEarly({ terms, early: before }, movement),
    [],
  );
  expect(kept).toHaveLength(52);
  const paid = { debits: { count: 61, sumKobo: kobo(6_700_00) }, closing: balance(3_300), early: kept };
  // sixty of them were out of the balance when it was read
  expect(movedBeforeOpening({ opening: balance(4_000, 2 * MINUTE), early: kept })).toBe(-6_000_00);
  expect(weigh(day({ ...paid, opening: balance(4_000, 2 * MINUTE) }))).toEqual({
    kind: 'weighed',
    driftKobo: 0,
  });
});

describe('the balances of a day', () => {
  const whole = { opening: balance(1_000), closing: balance(1_100), credits: flow(300), debits: flow(200) };

  it('are explained by its events, or leave a drift', () => {
    expect(weigh(day(whole))).toEqual({ kind: 'weighed', driftKobo: 0 });
    expect(weigh(day({ ...whole, closing: balance(1_090) }))).toEqual({ kind: 'weighed', driftKobo: -10_00 });
  });

  it('are compared at midnight, whenever they were read', () => {
    // 400.00 went out between midnight and the read
    const next = {
      opening: balance(600, MINUTE),
      early: [early(0, -400, 600)],
      debits: flow(400),
      credits: flow(0),
    };
    expect(weigh(day({ ...next, closing: balance(600) }))).toEqual({ kind: 'weighed', driftKobo: 0 });
    const before = { ...whole, closing: balance(700), closingMovedKobo: -400_00 };
    expect(weigh(day(before))).toEqual({ kind: 'weighed', driftKobo: 0 });
  });

  it.each([
    ['the opening balance', { ...whole, opening: undefined }, 'no balance at the start of the day', 500_00],
    [
      'the closing balance',
      { ...whole, closing: undefined, noBalance: { closing: 'late' } },
      'no balance at its end: late',
      500_00,
    ],
    ['the direction of an event', { ...whole, unclear: 1 }, '1 events without a direction or an amount', 0],
    ['events beyond the limit', { ...whole, unreported: 3 }, '3 events beyond the limit', 0],
    [
      'the listings',
      { ...whole, credits: flow(0), debits: flow(0) },
      'the listings of what went out: no answer',
      0,
    ],
    [
      'payouts that the listings count and do not show',
      {
        ...whole,
        credits: flow(0),
        debits: flow(0),
        outflows: { ...outflows, unread: { 'not-listed': 2 } },
      },
      'the listings of what went out: 2 counted by a listing that does not show them',
      1_100_00 - 1_000_00,
    ],
  ] as const)(
    'are not compared without %s, and the day says so with the amount at risk',
    (_what, more, words, risk) => {
      expect(weigh(day(more as never))).toEqual({ kind: 'unread', unread: [words], atRiskKobo: risk });
    },
  );

  it('say nothing before the day is over, and of events without a time', () => {
    expect(weigh(day({ state: 'OPEN' }))).toEqual({ kind: 'open' });
    expect(weigh(day({ terms: { reference: 'undated' } }))).toEqual({ kind: 'open' });
  });
});

describe('what moved before the opening balance was read', () => {
  const opening = balance(600, MINUTE);

  it('follows from the balances that the movements name, in whatever order they arrive', () => {
    const movements = [early(0, -100, 500), early(0, -300, 600), early(0, -100, 900)];
    expect(movedBeforeOpening({ opening, early: movements })).toBe(-400_00);
  });

  it('is nothing where the first movement found the balance that was read', () => {
    expect(movedBeforeOpening({ opening, early: [early(0, -100, 500)] })).toBe(0);
  });

  it('follows from the times where no balance is named', () => {
    const movements = [early(0, -400), early(5 * MINUTE, -50)];
    expect(movedBeforeOpening({ opening, early: movements })).toBe(-400_00);
    expect(movedBeforeOpening({ early: movements })).toBe(0);
  });

  it('ends for balances that come round in a circle, and for amounts that no wallet holds', () => {
    const circle = [early(0, -100, 600), early(0, 100, 700)];
    expect(movedBeforeOpening({ opening, early: circle })).toBe(0);
    const most = Number.MAX_SAFE_INTEGER;
    const huge = Array.from({ length: 3 }, () => ({ at: MIDNIGHT, byKobo: -most }));
    expect(movedBeforeOpening({ opening, early: huge })).toBe(Number.MIN_SAFE_INTEGER);
  });

  it('is kept for a quarter of an hour, one by one up to fifty', () => {
    const terms = { reference: DAY };
    expect(withEarly({ terms }, early(16 * MINUTE, 1))).toEqual([]);
    const many = Array.from({ length: 60 }, () => early(0, 1));
    const kept = many.reduce<readonly EarlyMovement[]>(
      (all, each) => withEarly({ terms, early: all }, each),
      [],
    );
    expect(kept).toHaveLength(51);
  });
});

describe('the balance of midnight', () => {
  it('ends one day and begins the next', () => {
    expect(midnightOf(MIDNIGHT)).toEqual({ at: MIDNIGHT, ends: '2026-03-01', begins: DAY });
    expect(midnightOf(MIDNIGHT - 500)).toEqual({ at: MIDNIGHT, ends: '2026-03-01', begins: DAY });
    expect(midnightOf(MIDNIGHT + 12 * 60 * MINUTE)).toMatchObject({ at: MIDNIGHT });
  });

  it('is not the balance of a later hour', () => {
    expect(whyNotOf(MIDNIGHT, MIDNIGHT + 9 * MINUTE)).toBeUndefined();
    expect(whyNotOf(MIDNIGHT, MIDNIGHT + 16 * MINUTE)).toBe('the read would have been 16 minutes late');
    expect(whyNotOf(MIDNIGHT, MIDNIGHT + 480 * 60 * MINUTE)).toBe('the read would have been 480 hours late');
  });
});
