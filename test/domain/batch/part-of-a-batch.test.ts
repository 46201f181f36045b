import { describe, expect, it } from 'vitest';
import { knows } from '../../../src/domain/batch/batch.js';
import {
  isAtGateway,
  isStoppable,
  type PartSnapshot,
  type PartState,
  reportOf,
  rowIndexOf,
} from '../../../src/domain/batch/batch-part.js';
import type { PartRequest, PartRow, RowState } from '../../../src/domain/batch/part-row.js';
import { isPartId, partCount, partId } from '../../../src/domain/batch/part.js';
import { isKnownRowEvent, isShownByRow } from '../../../src/domain/batch/row-events.js';
import {
  areOthersOver,
  judgeRow,
  requestShownBy,
  type RowRecord,
} from '../../../src/domain/batch/row-verdict.js';
import { toPart } from '../../../src/domain/batch/view.js';
import { beginning } from '../../../src/domain/lifecycle/lifecycle.js';
import type { LifecycleEvent } from '../../../src/domain/lifecycle/event.js';
import { kobo, ZERO } from '../../../src/domain/money.js';
import type { Evidence } from '../../../src/domain/movement/evidence.js';
import { newPayout } from '../../../src/domain/payout/payout.js';
import { batchRow } from './rows.js';

const AT = '2026-03-31T10:00:00.000Z';

const SENT: PartRequest = {
  ...newPayout({ asked: kobo(5_000_00) }),
  state: 'PENDING',
  reason: 'sent to the gateway',
};

/** Part 2 of a batch: its first row is row 501. */
function part(rows: readonly PartRow[], more: Partial<PartSnapshot> = {}): PartSnapshot {
  return {
    ...beginning('IN_PROGRESS', 'sent to the gateway', AT),
    lifecycle: 'batch-part',
    terms: {
      reference: 'payroll/2',
      batch: 'payroll',
      part: 2,
      title: 'Salaries',
      onValidationFailure: 'CONTINUE',
      rows: rows.map((_, index) => batchRow({ n: 501 + index, merchantReference: `staff-${index}` })),
    },
    rows,
    request: SENT,
    version: 7,
    reported: 6,
    ...more,
  };
}

describe('the record of a row', () => {
  const record = (status: string, more: Partial<RowRecord> = {}): RowRecord => ({
    n: 1,
    status,
    amount: kobo(5_000_00),
    ...more,
  });

  it.each([
    ['SUCCESS', {}, { shows: 'money', amount: 5_000_00 }],
    ['COMPLETED', {}, { shows: 'money', amount: 5_000_00 }],
    ['REVERSED', {}, { shows: 'return' }],
    ['EXPIRED', {}, { shows: 'end', word: 'EXPIRED' }],
    ['FAILED', { description: 'Dormant account' }, { shows: 'end', word: 'FAILED' }],
    ['FAILED', { description: 'Timed out at destination bank' }, { shows: 'pending' }],
    ['PENDING_BATCH_AUTHORIZATION', {}, { shows: 'authorising' }],
    ['PENDING_AUTHORIZATION', {}, { shows: 'authorising' }],
    ['AWAITING_PROCESSING', {}, { shows: 'pending' }],
    ['SOME_NEW_WORD', {}, { shows: 'pending' }],
    ['', {}, { shows: 'pending' }],
    ['SUCCESS', { amount: kobo(1) }, { shows: 'odd', about: 'identity-mismatch' }],
    ['SUCCESS', { account: '9999999999' }, { shows: 'odd', about: 'identity-mismatch' }],
    ['SUCCESS', { bank: '044' }, { shows: 'odd', about: 'identity-mismatch' }],
  ] as const)('%s with %o', (status, more, reading) => {
    expect(judgeRow(batchRow(), record(status, more))).toMatchObject(reading);
  });
});

describe('a part whose rows wait for its OTP', () => {
  const shown = (...words: readonly string[]) =>
    words.map((status) => judgeRow(batchRow(), { n: 1, status, amount: kobo(5_000_00) }));
  const WAITS = 'PENDING_BATCH_AUTHORIZATION';

  it.each<[readonly string[], readonly RowState[], string | undefined]>([
    [[WAITS, WAITS], [], 'authorising'],
    [[WAITS, 'FAILED'], [], 'authorising'],
    [[WAITS], ['FAILED'], 'authorising'],
    [[WAITS], ['SUCCESS'], 'pending'],
    [[WAITS, 'SUCCESS'], [], 'pending'],
    [[WAITS, 'AWAITING_PROCESSING'], [], 'pending'],
    [[WAITS, 'EXPIRED'], [], 'pending'],
    [['FAILED'], [], 'pending'],
    [['EXPIRED', 'EXPIRED'], [], 'end'],
    [['EXPIRED'], ['FAILED'], 'pending'],
    [[], ['FAILED'], 'pending'],
    [[], [], undefined],
  ])('%j, beside rows that have ended %j: %s', (words, others, shows) => {
    expect(requestShownBy(shown(...words), { isOurs: true, others })?.shows).toBe(shows);
  });
});

describe('the event of a row', () => {
  const event = (n: number, status?: string, sessionId?: string) =>
    ({
      kind: 'disbursement',
      key: 'k',
      eventType: 'e',
      reference: `payroll--b${n}`,
      ...(status !== undefined && { status }),
      ...(sessionId !== undefined && { sessionId }),
    }) as LifecycleEvent;

  it.each([
    [{ state: 'SUCCESS' }, 'SUCCESS', undefined, true],
    [{ state: 'SUCCESS' }, 'FAILED', undefined, false],
    [{ state: 'REVERSED' }, 'SUCCESS', undefined, false],
    [{ state: 'REVERSED' }, 'REVERSED', undefined, true],
    [{ state: 'SUCCESS' }, 'COMPLETED', undefined, true],
    [{ state: 'FAILED' }, 'A_NEW_WORD', undefined, true],
    [{ state: 'SUCCESS' }, 'SUCCESS', 'NIP-1', false],
    [{ state: 'SUCCESS', sessionId: 'NIP-1' }, 'SUCCESS', 'NIP-1', true],
    [{ state: 'SUCCESS' }, 'REVERSED', undefined, false],
    [{ state: 'FAILED' }, 'SUCCESS', undefined, false],
    [{ state: 'REFUSED' }, 'SUCCESS', undefined, false],
    [{ state: 'CANCELLED' }, 'FAILED', undefined, false],
    [{ state: 'PENDING' }, undefined, undefined, true],
  ] as const)('%o, %s, session %s: known is %s', (row, status, sessionId, isKnown) => {
    expect(isKnownRowEvent(part([row]), event(501, status, sessionId))).toBe(isKnown);
  });

  it.each([
    ['is under way again', { state: 'FAILED' }, 'PENDING'],
    ['is missing', { state: 'SUCCESS' }, undefined],
  ] as const)(
    'whose record %s, as a sweep or a retry has read, reaches its closed part',
    (_, row, status) => {
      const swept = { ...event(501, status), eventType: 'swept' } as LifecycleEvent;
      expect(isKnownRowEvent(part([row]), swept)).toBe(false);
    },
  );

  it('is taken with others where it brings a session id only, and at once where it reports more', () => {
    const paid = part([{ state: 'SUCCESS' }]);
    expect(isShownByRow(paid, event(501, 'SUCCESS', 'NIP-1'))).toBe(true);
    expect(isShownByRow(paid, event(501, 'REVERSED', 'NIP-1'))).toBe(false);
    expect(isShownByRow(paid, event(1, 'SUCCESS', 'NIP-1'))).toBe(false);
    expect(isShownByRow(paid, { kind: 'orders-changed', key: 'k', eventType: 'e' })).toBe(false);
  });

  it('of a row of another part, or of another kind, is not known', () => {
    expect(isKnownRowEvent(part([{ state: 'SUCCESS' }]), event(1, 'SUCCESS'))).toBe(false);
    const other = { kind: 'batch-retried', key: 'k', eventType: 'e', by: 'b' } as LifecycleEvent;
    expect(isKnownRowEvent(part([{ state: 'SUCCESS' }]), other)).toBe(false);
  });
});

describe('the place of a row', () => {
  const { terms } = part([{ state: 'PENDING' }, { state: 'PENDING' }]);

  it.each([
    ['payroll--b501', 0],
    ['payroll--b502', 1],
    ['payroll--b503', undefined],
    ['payroll--b1', undefined],
    ['other--b501', undefined],
    ['payroll--p2', undefined],
    ['payroll', undefined],
    ['payroll--b501x', undefined],
  ])('%s', (reference, index) => {
    expect(rowIndexOf(terms, reference)).toBe(index);
  });

  it('follows the number of its part', () => {
    expect([1, 500, 501, 10_000].map(partCount)).toEqual([1, 1, 2, 20]);
    expect(isPartId(partId('payroll', 2))).toBe(true);
    for (const text of [
      'payroll',
      'payroll/',
      'payroll/0',
      'payroll/02',
      'a/b/1',
      '/1',
      'payroll--b1/1',
      'pay roll/1',
    ]) {
      expect(isPartId(text)).toBe(false);
    }
  });
});

describe('a part', () => {
  const rows: readonly PartRow[] = [
    { state: 'SUCCESS', feeKobo: kobo(10_00), sessionId: 'NIP-1' },
    { state: 'PENDING' },
    { state: 'REVERSED' },
    { state: 'FAILED' },
    { state: 'FAILED', feeKobo: kobo(10_00) },
  ];

  it('reports totals, what it still needs, reversed rows, and no row beside those', () => {
    const report = reportOf(part(rows, { sentAt: AT, order: { kind: 'send', notAfter: AT } }), []);
    expect(report).toMatchObject({
      part: 2,
      state: 'IN_PROGRESS',
      version: 7,
      isSent: true,
      order: 'send',
      needKobo: 5_000_00,
      reversed: [{ n: 503, merchantReference: 'staff-2', amountKobo: 5_000_00 }],
    });
    // what a failed row would have cost is not taken
    expect(report.totals).toMatchObject({ feeKobo: 10_00 });
    expect(JSON.stringify(report)).not.toContain('Ada Obi');
  });

  it('says that its OTP is withheld only while none is on its way', () => {
    const run = { shows: 'authorising', amount: ZERO, isOpen: false, since: 0, until: 0 } as const;
    const withheld = (unwanted: string | undefined, more: Partial<Evidence> = {}) => {
      const request = { ...SENT, unwanted, movement: { ...SENT.movement, run, ...more } };
      return reportOf(part(rows, { sentAt: AT, request }), []).withheld;
    };
    expect(withheld('the merchant cancelled it')).toBe(true);
    expect(withheld('the merchant cancelled it', { sending: 'authorise' })).toBeUndefined();
    expect(withheld(undefined)).toBeUndefined();
  });

  it.each<[PartState, boolean, boolean]>([
    ['READY', false, true],
    // its reply was lost
    ['IN_PROGRESS', false, true],
    ['IN_PROGRESS', true, false],
    ['PENDING_AUTHORIZATION', true, true],
    ['CANCELLED', false, false],
    ['COMPLETED', true, false],
  ])('that is %s, and that the gateway has: %s, can be stopped: %s', (state, isSent, is) => {
    expect(isStoppable({ state, isSent })).toBe(is);
  });

  it('is checked with the gateway where it was sent, also if no reply said so', () => {
    const left = { count: 1, last: 0, open: 'request' } as const;
    const unanswered = { ...SENT, movement: { ...SENT.movement, left } };
    const isAsked = (more: Partial<PartSnapshot>) => isAtGateway(reportOf(part(rows, more), []));
    expect([isAsked({ sentAt: AT }), isAsked({ request: unanswered }), isAsked({})]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('is known to its batch once that has its latest report', () => {
    const parts = [reportOf(part(rows), [])];
    expect([knows({ parts }, [part(rows)]), knows({ parts }, [part(rows, { version: 8 })])]).toEqual([
      true,
      false,
    ]);
    expect(knows({ parts: [] }, [part(rows)])).toBe(false);
  });

  it('is shown without its rows', () => {
    const shown = toPart(part(rows));
    expect(shown).toMatchObject({ reference: 'payroll/2', totals: { count: 5 } });
    expect(JSON.stringify(shown)).not.toContain('Ada Obi');
  });
});

describe('a row that the gateway does not show', () => {
  const OVER = { shows: ['money', 'end', 'return'], isAnswered: true, isShort: false } as const;
  it.each([
    ['all others have ended', OVER, true],
    ['another is under way', { ...OVER, shows: ['money', 'pending'] }, false],
    ['another is in doubt', { ...OVER, shows: ['odd'] }, false],
    ['another was not answered for: that may be the one it has not', { ...OVER, isAnswered: false }, false],
    ['the listing counts more rows than it shows', { ...OVER, isShort: true }, false],
    ['it shows no other', { ...OVER, shows: [] }, false],
  ] as const)('may have failed for good when %s', (_, others, may) => {
    expect(areOthersOver(others)).toBe(may);
  });
});
