import { describe, expect, it } from 'vitest';
import { afterEnquiry, type NameFound, refuseRow } from '../../../src/domain/batch/names.js';
import { batchRow } from './rows.js';

const held = (name: string): NameFound => ({ kind: 'held', name });

describe('a row after its name enquiry', () => {
  it.each([
    ['hold', held('ADA OBI'), { state: 'PENDING', nameMatches: true }],
    ['hold', held('KOLA LTD'), { state: 'HELD', nameMatches: false, nameAtBank: 'KOLA LTD' }],
    ['refuse', held('KOLA LTD'), { state: 'REFUSED', nameMatches: false }],
    ['accept', held('KOLA LTD'), { state: 'PENDING', nameMatches: false }],
  ] as const)('with the policy %s and %o', (policyNameMismatch, found, row) => {
    expect(afterEnquiry(batchRow(), found, { policyNameMismatch })).toMatchObject(row);
  });

  it.each(['hold', 'refuse', 'accept'] as const)(
    'is excluded without a name, whatever the policy: %s',
    (policyNameMismatch) => {
      const rules = { policyNameMismatch };
      const unknown = { kind: 'unknown', message: 'no such account' } as const;
      expect(afterEnquiry(batchRow(), unknown, rules)).toMatchObject({
        state: 'HELD',
        reason: 'unknown-account: no such account',
      });
      expect(afterEnquiry(batchRow(), { kind: 'unavailable' }, rules)).toMatchObject({ state: 'HELD' });
    },
  );
});

it('a row above the limit for one payout is refused; one at the limit is not', () => {
  const rules = { policyNameMismatch: 'hold' } as const;
  const row = batchRow();
  expect(refuseRow(row, rules)).toBeUndefined();
  expect(refuseRow(row, { ...rules, transferMaxKobo: row.amountKobo })).toBeUndefined();
  expect(refuseRow(row, { ...rules, transferMaxKobo: row.amountKobo - 1 })).toMatchObject({
    state: 'REFUSED',
    reason: 'above the limit of ₦4,999.99 for one row',
  });
});
