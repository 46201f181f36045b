import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fingerprintOf } from '../../../src/domain/batch/fingerprint.js';
import { paymentKey } from '../../../src/domain/batch/row.js';
import { isReference } from '../../../src/domain/reference.js';
import { kobo } from '../../../src/domain/money.js';
import { anyRow, batchRow, similarRows } from './rows.js';

describe('the fingerprint of a batch', () => {
  it('is the same in any order', () => {
    fc.assert(
      fc.property(
        similarRows.chain((rows) =>
          fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
        ),
        ([rows, shuffled]) => {
          expect(fingerprintOf(shuffled)).toBe(fingerprintOf(rows));
        },
      ),
    );
  });

  it('does not depend on references, names, narrations or row numbers', () => {
    const renamed = batchRow({ n: 2, merchantReference: 'x', accountName: 'A. Obi', narration: 'Jan pay' });
    expect(fingerprintOf([renamed])).toBe(fingerprintOf([batchRow()]));
  });

  it('differs when the payments differ, also by the number of equal ones', () => {
    const keysOf = (rows: Parameters<typeof fingerprintOf>[0]) => rows.map(paymentKey).sort().join();
    fc.assert(
      fc.property(similarRows, similarRows, (one, other) => {
        expect(fingerprintOf(one) === fingerprintOf(other)).toBe(keysOf(one) === keysOf(other));
      }),
    );
    const row = batchRow();
    expect(fingerprintOf([row, row])).not.toBe(fingerprintOf([row]));
  });

  it('differs among 100,000 batches that differ in one digit or one kobo', () => {
    const staff = Array.from({ length: 20 }, (_, n) => batchRow({ accountNumber: `012345678${n % 10}` }));
    const found = new Set(
      Array.from({ length: 100_000 }, (_, n) => {
        const change =
          n % 2 === 0 ? { amountKobo: kobo(5_000_00 + n) } : { accountNumber: String(n).padStart(10, '0') };
        return fingerprintOf([...staff.slice(1), batchRow(change)]);
      }),
    );
    expect(found.size).toBe(100_000);
  });

  it('is always a valid reference, because it ends a workflow id', () => {
    fc.assert(
      fc.property(anyRow, (row) => {
        expect(isReference(fingerprintOf([row]))).toBe(true);
      }),
    );
  });
});
