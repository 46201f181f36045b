import { describe, expect, it } from 'vitest';
import { resultsOf, type PartSnapshot } from '../../../src/domain/batch/batch-part.js';
import {
  type EarlierPart,
  type EarlierRow,
  partWithEvidence,
} from '../../../src/domain/batch/from-earlier-version.js';
import { areRowsOver } from '../../../src/domain/batch/part-state.js';
import { beginning } from '../../../src/domain/lifecycle/lifecycle.js';
import { withEvidence } from '../../../src/domain/with-evidence.js';
import { batchRow } from './rows.js';

const AT = '2026-03-31T10:00:00.000Z';

function earlier(row: EarlierRow, more: Partial<EarlierPart> = {}): EarlierPart {
  return {
    ...beginning('COMPLETED', 'every row has its final state', AT),
    lifecycle: 'batch-part',
    terms: {
      reference: 'payroll/1',
      batch: 'payroll',
      part: 1,
      title: 'Salaries',
      onValidationFailure: 'CONTINUE',
      rows: [batchRow()],
    },
    rows: [row],
    sentAt: AT,
    version: 1,
    reported: 1,
    ...more,
  };
}

const FAILED = { state: 'FAILED', status: 'FAILED', reason: 'it failed', failedAt: AT } as const;

describe('a part of an earlier version', () => {
  it.each<[string, EarlierPart, boolean, boolean]>([
    ['a paid row', earlier({ state: 'SUCCESS', status: 'SUCCESS' }), false, true],
    ['a failure read twice', earlier({ ...FAILED, failedTwice: true }), true, true],
    ['a failure read once', earlier(FAILED), false, false],
    [
      'a failure that a person concluded',
      earlier({ state: 'FAILED', concluded: true, reason: 'not paid' }),
      true,
      true,
    ],
    ['a returned row', earlier({ state: 'REVERSED', status: 'REVERSED' }), true, true],
    ['an excluded row', earlier({ state: 'REFUSED', reason: 'name-mismatch' }), true, true],
    [
      'a row that was never sent',
      earlier({ state: 'CANCELLED', reason: 'cancelled' }, {
        state: 'CANCELLED',
        sentAt: undefined,
      } as never),
      true,
      true,
    ],
  ])('with %s', (_, snapshot, safe, isOver) => {
    const part = partWithEvidence(snapshot);
    expect(resultsOf(part)).toMatchObject([{ state: snapshot.rows[0]?.state, safeToPayAgain: safe }]);
    expect(areRowsOver(part)).toBe(isOver);
  });

  it('is taken as it is where it has evidence', () => {
    const part: PartSnapshot = partWithEvidence(earlier(FAILED));
    expect(withEvidence(part)).toBe(part);
  });
});
