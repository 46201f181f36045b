import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PartSnapshot } from '../../../src/domain/batch/batch-part.js';
import type { PartRequest, PartRow } from '../../../src/domain/batch/part-row.js';
import { areRowsOver, partStateOf } from '../../../src/domain/batch/part-state.js';
import { rowItemsDue, rowsOfItem } from '../../../src/domain/batch/row-items.js';
import { changeRow, isInStep, ownMovement, payoutOf, showRow } from '../../../src/domain/batch/row-payout.js';
import { beginning } from '../../../src/domain/lifecycle/lifecycle.js';
import { reviewKey } from '../../../src/domain/lifecycle/review.js';
import { kobo, ZERO } from '../../../src/domain/money.js';
import { add, noEvidence } from '../../../src/domain/movement/evidence.js';
import { pack, unpack } from '../../../src/domain/movement/packed.js';
import type { Piece, SendAnswer } from '../../../src/domain/movement/pieces.js';
import { itemsOf, standingOf } from '../../../src/domain/movement/standing.js';
import { newPayout, type Payout } from '../../../src/domain/payout/payout.js';
import { type FoundRecord, readingOf } from '../../../src/domain/payout/record.js';
import { isSafeToPayAgain, stateOf } from '../../../src/domain/payout/state.js';
import { batchRow } from './rows.js';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const AMOUNT = kobo(5_000_00);
const ROW = batchRow({ amountKobo: AMOUNT });
const TERMS = { asked: kobo(2 * AMOUNT), horizonMs: DAY };

/** The request of a part of two rows, after these pieces. */
function request(pieces: readonly Piece[], more: Partial<Payout> = {}): PartRequest {
  const movement = pieces.reduce(add, noEvidence(TERMS));
  const payout = { ...newPayout(TERMS), ...more, movement };
  return { ...payout, ...stateOf(payout, { state: 'PENDING', reason: '' }) };
}

const sent = (answer: SendAnswer): Piece => ({
  kind: 'send',
  step: 'request',
  answer,
  askedAt: 0,
  answeredAt: 0,
});
const absentAt = (at: number): Piece => ({ kind: 'reading', shows: 'absent', askedAt: at, answeredAt: at });
const REPORTED: Piece = { kind: 'claim', shows: 'there', amount: ZERO };
const decided = (says: 'did-not-happen' | 'there', pieces: readonly Piece[]): Piece => ({
  kind: 'decision',
  says,
  saw: pieces.reduce(add, noEvidence(TERMS)).changes,
  at: HOUR,
});
const LEFT = request([sent('left')], { answered: 'no reply' });
const THERE = request([sent('accepted')], { answered: 'sent to the gateway' });

const word = {
  money: { shows: 'money', word: 'SUCCESS', observed: 'the gateway reports SUCCESS', amount: AMOUNT },
  failed: { shows: 'end', word: 'FAILED', observed: 'the gateway reports FAILED' },
  expired: { shows: 'end', word: 'EXPIRED', observed: 'the gateway reports EXPIRED' },
  returned: { shows: 'return', word: 'REVERSED', observed: 'the gateway reports REVERSED', amount: AMOUNT },
  pending: { shows: 'pending', word: 'PENDING', observed: 'the gateway reports PENDING' },
  waits: { shows: 'authorising', word: 'PENDING_AUTHORIZATION', observed: 'waits for its OTP' },
  absent: { shows: 'absent' },
  foreign: { shows: 'odd', about: 'identity-mismatch', reason: 'another amount', amount: kobo(1) },
} as const satisfies Record<string, FoundRecord>;
type Name = keyof typeof word;

/** A row after these readings, one every so many minutes. */
function read(names: readonly Name[], by: PartRequest = THERE, minutes = 6): PartRow {
  return names.reduce<PartRow>(
    (known, name, index) => {
      const at = (index + 1) * minutes * MINUTE;
      const movement = ownMovement(ROW, known, by);
      const { piece, part } = readingOf(movement, word[name], { askedAt: at, answeredAt: at });
      return changeRow(ROW, known, by, { ...part, movement: add(movement, piece) }).row;
    },
    { state: 'PENDING' },
  );
}

const isSafe = (known: PartRow, by: PartRequest = THERE) => isSafeToPayAgain(payoutOf(ROW, known, by));

describe('a row whose record is read', () => {
  it.each<[readonly Name[], PartRow['state'], boolean]>([
    [['pending'], 'PENDING', false],
    [['waits'], 'PENDING', false],
    [['money'], 'SUCCESS', false],
    [['failed'], 'FAILED', false],
    [['failed', 'failed'], 'FAILED', true],
    [['failed', 'absent', 'failed'], 'FAILED', false],
    [['failed', 'money'], 'SUCCESS', false],
    [['failed', 'failed', 'money'], 'SUCCESS', false],
    [['failed', 'failed', 'pending'], 'PENDING', false],
    [['expired'], 'EXPIRED', false],
    [['expired', 'expired'], 'EXPIRED', true],
    [['money', 'failed', 'money'], 'SUCCESS', false],
    [['money', 'failed', 'failed'], 'SUCCESS', false],
    [['money', 'returned'], 'SUCCESS', false],
    [['money', 'returned', 'returned'], 'REVERSED', true],
    [['returned', 'returned'], 'REVERSED', true],
    [['money', 'returned', 'returned', 'money', 'money'], 'SUCCESS', false],
    [['pending', 'absent', 'absent'], 'PENDING', false],
    [['foreign'], 'PENDING', false],
    [['foreign', 'foreign'], 'PENDING', false],
    [['foreign', 'money'], 'SUCCESS', false],
  ])('%s: %s, safe to pay again: %s', (names, state, safe) => {
    const known = read(names);
    expect(known.state).toBe(state);
    expect(isSafe(known)).toBe(safe);
  });

  it.each<[readonly Name[], boolean]>([
    [['waits'], true],
    [['failed'], true],
    [['failed', 'failed'], false],
  ])('as %s: what a later step of its part leads to may be about it, %s', (names, isAbout) => {
    expect(isInStep(ROW, read(names), THERE, 'authorise')).toBe(isAbout);
    // a lost run may have sent the part, and not a second time
    expect(isInStep(ROW, read(names), THERE, 'request')).toBe(isAbout);
  });

  it('twice within five minutes is not confirmed', () => {
    expect(isSafe(read(['failed', 'failed'], THERE, 4))).toBe(false);
    expect(read(['money', 'returned', 'returned'], THERE, 4).state).toBe('SUCCESS');
  });
});

describe('a row without a record of its own', () => {
  const shownBy = (by: PartRequest, known: PartRow = { state: 'PENDING' }) => showRow(ROW, known, by);
  const absent = [HOUR, 2 * HOUR, DAY + MINUTE].map(absentAt);

  it.each<[string, PartRequest, PartRow['state'], boolean]>([
    ['left without an answer', LEFT, 'PENDING', false],
    ['was accepted', THERE, 'PENDING', false],
    ['was refused', request([sent('refused')], { answered: 'refused' }), 'REFUSED', true],
    ['is not found for an hour', request([sent('left'), absentAt(HOUR)]), 'PENDING', false],
    ['is not found for a day', request([sent('left'), ...absent]), 'FAILED', true],
    ['was accepted, and is not found for a day', request([sent('accepted'), ...absent]), 'PENDING', false],
    [
      'is not found for a day, before and after an event about another row',
      request([sent('left'), ...absent, REPORTED, ...absent]),
      'PENDING',
      false,
    ],
    ['was refused, until an event about another row', request([sent('refused'), REPORTED]), 'PENDING', false],
    [
      'did not happen, as a person says, until an event about another row',
      request([sent('left'), decided('did-not-happen', [sent('left')]), REPORTED]),
      'PENDING',
      false,
    ],
    [
      'left, and a person knows that it did not happen',
      request([sent('left'), decided('did-not-happen', [sent('left')])], { concluded: 'not paid' }),
      'FAILED',
      true,
    ],
    [
      'left after a cancel, and is not found for a day',
      request([sent('left'), ...absent], { unwanted: 'cancelled' }),
      'CANCELLED',
      true,
    ],
    [
      'has ended before it was sent',
      request([], { unsent: { to: 'CANCELLED', reason: 'cancelled' } }),
      'CANCELLED',
      true,
    ],
    ['is not sent yet', request([]), 'PENDING', false],
  ])('whose request %s', (_, by, state, safe) => {
    const known = shownBy(by);
    expect(known.state).toBe(state);
    expect(isSafe(known, by)).toBe(safe);
    // nothing of it is kept in the row
    expect(known.seen).toBeUndefined();
  });

  it('whose request is odd waits for its own record once a person knows that the gateway has it', () => {
    const odd: Piece = { kind: 'reading', shows: 'odd', amount: kobo(1), askedAt: HOUR, answeredAt: HOUR };
    const found = [sent('left'), odd];
    expect(itemsOf(request(found).movement)).toMatchObject([{ kind: 'odd' }]);
    const known = request([...found, decided('there', found), { ...odd, askedAt: DAY, answeredAt: DAY }]);
    expect(itemsOf(known.movement)).toEqual([]);
    expect([shownBy(known).state, isSafe(shownBy(known), known)]).toEqual(['PENDING', false]);
  });

  it('that was excluded is not sent with the request, and is safe to pay again', () => {
    const held = shownBy(request([]), { state: 'HELD', hold: 'name-mismatch' });
    expect(held).toMatchObject({ state: 'HELD', reason: 'name-mismatch' });
    const excluded = shownBy(THERE, { ...held, unsent: { to: 'REFUSED', reason: 'name-mismatch' } });
    expect(excluded).toMatchObject({ state: 'REFUSED', reason: 'name-mismatch' });
    expect(isSafe(excluded)).toBe(true);
  });

  it('is no longer safe to pay again once its record appears', () => {
    const by = request([sent('left'), ...absent]);
    expect(isSafe(read(['pending'], by), by)).toBe(false);
    expect(read(['money'], by).state).toBe('SUCCESS');
  });
});

describe('the rules for rows hold for any readings', () => {
  const names = fc.array(fc.constantFrom(...(Object.keys(word) as Name[])), { maxLength: 8 });

  it('a row is safe to pay again only when surely nothing is out for it', () => {
    fc.assert(
      fc.property(names, fc.constantFrom(LEFT, THERE), (some, by) => {
        const known = read(some, by);
        const { movement } = payoutOf(ROW, known, by);
        if (isSafe(known, by)) expect(standingOf(movement).most).toBe(ZERO);
        // money that a record has shown is in the row, returned, or for a person
        const { proven, returned, highest } = movement;
        if (highest > proven + returned) expect(itemsOf(movement)).not.toEqual([]);
        // what is doubtful stays as it was shown, and is for a person
        const isForPerson = itemsOf(movement).length > 0;
        if (known.state === 'SUCCESS' && !isForPerson) expect(proven).toBeGreaterThan(0);
      }),
    );
  });

  it('what is kept of a row says the same as what was seen', () => {
    fc.assert(
      fc.property(names, fc.constantFrom(LEFT, THERE), (some, by) => {
        const { movement } = payoutOf(ROW, read(some, by), by);
        const again = unpack(pack(movement), movement.terms);
        expect(standingOf(again)).toEqual(standingOf(movement));
        expect(itemsOf(again)).toEqual(itemsOf(movement));
        expect(unpack(JSON.parse(JSON.stringify(pack(again))) as never, movement.terms)).toEqual(
          JSON.parse(JSON.stringify(again)),
        );
      }),
    );
  });

  it('a row that has ended takes few bytes', () => {
    const ended = ['money', 'failed'] as const;
    for (const name of ended) {
      const { seen } = read([name, name]);
      expect(JSON.stringify(seen).length).toBeLessThan(180);
    }
  });
});

/** A part with these rows, each after its readings. */
function part(rows: readonly (readonly Name[])[], by: PartRequest): PartSnapshot {
  return {
    ...beginning('IN_PROGRESS', 'sent to the gateway', new Date(0).toISOString()),
    lifecycle: 'batch-part',
    terms: {
      reference: 'payroll/1',
      batch: 'payroll',
      part: 1,
      title: 'Salaries',
      onValidationFailure: 'CONTINUE',
      rows: rows.map((_, index) => batchRow({ n: index + 1, amountKobo: AMOUNT })),
    },
    rows: rows.map((names) => (names.length > 0 ? read(names, by) : showRow(ROW, { state: 'PENDING' }, by))),
    request: by,
    version: 1,
    reported: 1,
  };
}

describe('a part', () => {
  const seen: Piece = { kind: 'reading', shows: 'pending', askedAt: MINUTE, answeredAt: MINUTE };
  const FOUND = request([sent('accepted'), seen], { record: { word: 'PENDING', observed: 'sent' } });

  it.each<[string, PartSnapshot, string, boolean]>([
    ['under way', part([['money'], ['pending']], FOUND), 'IN_PROGRESS', false],
    ['with a failure that was read once', part([['money'], ['failed']], FOUND), 'IN_PROGRESS', false],
    ['of which all rows ended', part([['money'], ['failed', 'failed']], FOUND), 'COMPLETED', true],
    ['that was not authorised', part([['expired', 'expired']], FOUND), 'EXPIRED', true],
    ['of which nothing is known', part([[], []], LEFT), 'IN_PROGRESS', false],
    ['that was refused', part([[], []], request([sent('refused')])), 'REFUSED', true],
    ['that is not sent yet', part([[], []], request([])), 'READY', false],
  ])('%s', (_, snapshot, state, isOver) => {
    expect(partStateOf(snapshot).state).toBe(state);
    expect(areRowsOver(snapshot)).toBe(isOver);
  });

  it('that has ended stays so while a row is in doubt', () => {
    const ended: PartSnapshot = { ...part([['money'], ['money', 'returned']], FOUND), state: 'COMPLETED' };
    expect(areRowsOver(ended)).toBe(false);
    expect(partStateOf(ended).state).toBe('COMPLETED');
  });

  it('has an item for each of the first rows that are unknown, and one for the others, which names them', () => {
    const rules = { now: DAY + HOUR, readsOfClaim: 9, unresolvedAfterMs: DAY, expectedFrom: 0 };
    const rows = Array.from({ length: 100 }, () => ['pending'] as const);
    const snapshot = part(rows, FOUND);
    const items = rowItemsDue(snapshot, rules);
    expect(items).toHaveLength(61);
    expect(items[0]).toMatchObject({ subject: 'row-1', atRiskKobo: AMOUNT });
    const others = items.at(-1);
    expect(others).toMatchObject({ kind: 'unresolved', subject: 'others', atRiskKobo: 40 * AMOUNT });
    expect(others?.reason).toMatch(/^rows 61-100: /);
    expect(rowsOfItem(snapshot, reviewKey(others ?? (items[0] as never)), rules)).toHaveLength(40);
    expect(rowsOfItem(snapshot, 'unresolved:row-7', rules)).toEqual([7]);
    expect(rowItemsDue(snapshot, { ...rules, now: HOUR })).toEqual([]);
  });

  it('of which nothing is known has no item for each row: it has one itself', () => {
    const rules = { now: 2 * DAY, readsOfClaim: 9, unresolvedAfterMs: DAY, expectedFrom: 0 };
    expect(rowItemsDue(part([[], []], LEFT), rules)).toEqual([]);
  });
});
