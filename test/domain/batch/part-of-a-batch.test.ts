import { describe, expect, it } from 'vitest';
import {
  isRowOver,
  type PartRow,
  type PartSnapshot,
  reportOf,
  resultsOf,
  rowIndexOf,
} from '../../../src/domain/batch/batch-part.js';
import { isPartId, partCount, partId } from '../../../src/domain/batch/part.js';
import { isKnownRowEvent, isShownByRow, levelOf } from '../../../src/domain/batch/row-events.js';
import { judgeRow, type RowRecord } from '../../../src/domain/batch/row-verdict.js';
import { toPart } from '../../../src/domain/batch/view.js';
import { beginning } from '../../../src/domain/lifecycle/lifecycle.js';
import type { LifecycleEvent } from '../../../src/domain/lifecycle/event.js';
import { kobo } from '../../../src/domain/money.js';
import { batchRow } from './rows.js';

const AT = '2026-03-31T10:00:00.000Z';

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
    ['SUCCESS', {}, { kind: 'end', to: 'SUCCESS' }],
    ['COMPLETED', {}, { kind: 'end', to: 'SUCCESS' }],
    ['REVERSED', {}, { kind: 'end', to: 'REVERSED' }],
    ['EXPIRED', {}, { kind: 'end', to: 'EXPIRED' }],
    ['FAILED', { description: 'Dormant account' }, { kind: 'end', to: 'FAILED' }],
    ['FAILED', { description: 'Timed out at destination bank' }, { kind: 'pending' }],
    ['PENDING_BATCH_AUTHORIZATION', {}, { kind: 'authorization' }],
    ['PENDING_AUTHORIZATION', {}, { kind: 'authorization' }],
    ['AWAITING_PROCESSING', {}, { kind: 'pending' }],
    ['SOME_NEW_WORD', {}, { kind: 'pending' }],
    ['', {}, { kind: 'pending' }],
    ['SUCCESS', { amount: kobo(1) }, { kind: 'doubt', about: 'identity-mismatch' }],
    ['SUCCESS', { account: '9999999999' }, { kind: 'doubt', about: 'identity-mismatch' }],
    ['SUCCESS', { bank: '044' }, { kind: 'doubt', about: 'identity-mismatch' }],
  ] as const)('%s with %o', (status, more, reading) => {
    expect(judgeRow(batchRow(), record(status, more))).toMatchObject(reading);
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
    [{ state: 'SUCCESS' }, 'FAILED', undefined, true],
    [{ state: 'SUCCESS' }, 'SUCCESS', 'NIP-1', false],
    [{ state: 'SUCCESS', sessionId: 'NIP-1' }, 'SUCCESS', 'NIP-1', true],
    [{ state: 'SUCCESS' }, 'REVERSED', undefined, false],
    [{ state: 'FAILED', failedTwice: true }, 'SUCCESS', undefined, false],
    [{ state: 'REFUSED' }, 'SUCCESS', undefined, false],
    [{ state: 'CANCELLED' }, 'FAILED', undefined, false],
    [{ state: 'PENDING' }, undefined, undefined, true],
  ] as const)('%o, %s, session %s: known is %s', (row, status, sessionId, isKnown) => {
    expect(isKnownRowEvent(part([row]), event(501, status, sessionId))).toBe(isKnown);
  });

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

  it('says more the later the state is, and nothing with an unknown word', () => {
    const levels = [undefined, 'A_NEW_WORD', 'FAILED', 'SUCCESS', 'REVERSED'].map(levelOf);
    expect(levels).toEqual([0, 0, 3, 4, 5]);
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

describe('a row is over', () => {
  it.each([
    [{ state: 'PENDING' }, false],
    [{ state: 'HELD' }, false],
    [{ state: 'FAILED', failedAt: AT }, false],
    [{ state: 'FAILED', failedAt: AT, failedTwice: true }, true],
    [{ state: 'FAILED', concluded: true }, true],
    [{ state: 'SUCCESS' }, true],
    [{ state: 'REFUSED' }, true],
  ] as const)('%o: %s', (row, isOver) => {
    expect(isRowOver(row)).toBe(isOver);
  });
});

describe('a part', () => {
  const rows: readonly PartRow[] = [
    { state: 'SUCCESS', feeKobo: kobo(10_00), sessionId: 'NIP-1' },
    { state: 'PENDING' },
    { state: 'REVERSED' },
    { state: 'FAILED', failedTwice: true },
    { state: 'FAILED' },
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
    expect(JSON.stringify(report)).not.toContain('Ada Obi');
  });

  it('says of each row whether it is safe to pay again', () => {
    expect(resultsOf(part(rows)).map(({ safeToPayAgain }) => safeToPayAgain)).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
  });

  it('is shown without its rows', () => {
    const shown = toPart(part(rows));
    expect(shown).toMatchObject({ reference: 'payroll/2', totals: { count: 5 } });
    expect(JSON.stringify(shown)).not.toContain('Ada Obi');
  });
});
