import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EarlierRow, refuseRetry } from '../../../src/domain/batch/retry.js';
import { type BatchRow, paymentKey } from '../../../src/domain/batch/row.js';
import { kobo } from '../../../src/domain/money.js';
import { batchRow, similarRows } from './rows.js';

const paid = (row: Partial<BatchRow> = {}): EarlierRow => ({ ...batchRow(row), safeToPayAgain: false });
const failed = (row: Partial<BatchRow> = {}): EarlierRow => ({ ...batchRow(row), safeToPayAgain: true });

describe('a retry of failed rows', () => {
  it('may send a row again that is safe to pay again', () => {
    expect(refuseRetry([batchRow()], [failed()])).toEqual([]);
  });

  it('may not send a row again that was paid or may still be', () => {
    expect(refuseRetry([batchRow({ n: 3 })], [failed({ n: 1, bankCode: '044' }), paid({ n: 2 })])).toEqual([
      { n: 3, earlier: 2, by: 'payment' },
    ]);
  });

  it('may correct the account of a failed row under the same reference', () => {
    const earlier = [failed({ merchantReference: 'EMP-1' })];
    const corrected = batchRow({ merchantReference: 'EMP-1', accountNumber: '0123456780' });
    expect(refuseRetry([corrected], earlier)).toEqual([]);
  });

  it('may not pay a paid reference again, whatever its account and amount are now', () => {
    const again = batchRow({ merchantReference: 'EMP-1', accountNumber: '9', amountKobo: kobo(1) });
    expect(refuseRetry([again], [paid({ n: 5, merchantReference: 'EMP-1' })])).toEqual([
      { n: 1, earlier: 5, by: 'reference' },
    ]);
  });

  it('may not pay a paid row again under a new reference', () => {
    const renamed = batchRow({ merchantReference: 'EMP-1-again' });
    expect(refuseRetry([renamed], [paid({ merchantReference: 'EMP-1' })])).toEqual([
      { n: 1, earlier: 1, by: 'payment' },
    ]);
  });

  it('may not correct a failed row into a payment that was already made', () => {
    const earlier = [
      paid({ n: 1, merchantReference: 'EMP-1' }),
      failed({ n: 2, merchantReference: 'EMP-2', accountNumber: '0123456780' }),
    ];
    expect(refuseRetry([batchRow({ merchantReference: 'EMP-2' })], earlier)).toEqual([
      { n: 1, earlier: 1, by: 'payment' },
    ]);
  });

  it('of two equal payments may repeat the one that failed, told by its reference', () => {
    const earlier = [paid({ n: 1, merchantReference: 'A' }), failed({ n: 2, merchantReference: 'B' })];
    expect(refuseRetry([batchRow({ merchantReference: 'B' })], earlier)).toEqual([]);
    expect(refuseRetry([batchRow({ merchantReference: 'A' })], earlier)).toHaveLength(1);
  });

  it('of two equal payments without references may repeat as many as failed', () => {
    const earlier = [paid({ n: 1 }), failed({ n: 2 })];
    expect(refuseRetry([batchRow({ n: 1 })], earlier)).toEqual([]);
    expect(refuseRetry([batchRow({ n: 1 }), batchRow({ n: 2 })], earlier)).toEqual([
      { n: 2, earlier: 1, by: 'payment' },
    ]);
    const claimed = [batchRow({ n: 1, merchantReference: 'B' }), batchRow({ n: 2 })];
    const named = [paid({ n: 1 }), failed({ n: 2, merchantReference: 'B' })];
    expect(refuseRetry(claimed, named)).toEqual([{ n: 2, earlier: 1, by: 'payment' }]);
  });

  it('may contain rows that the earlier batch did not have', () => {
    expect(refuseRetry([batchRow({ accountNumber: '0123456780' })], [paid()])).toEqual([]);
  });

  it('of a whole batch refuses exactly the rows that are not safe, when no payment occurs twice', () => {
    fc.assert(
      fc.property(similarRows, fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }), (rows, safe) => {
        const named = rows.map((row) => ({ ...row, merchantReference: `R${row.n}` }));
        const earlier = named.map((row, index) => ({ ...row, safeToPayAgain: safe[index] === true }));
        const unsafe = earlier.filter(({ safeToPayAgain }) => !safeToPayAgain).map(({ n }) => n);
        expect(refuseRetry(named, earlier).map(({ n }) => n)).toEqual(unsafe);
      }),
    );
  });

  it('sends a payment that was made before as often as it failed, never more often', () => {
    fc.assert(
      fc.property(similarRows, fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }), (rows, safe) => {
        const earlier = rows.map((row, index) => ({ ...row, safeToPayAgain: safe[index] === true }));
        const again = [...rows, ...rows].map((row, index) => ({ ...row, n: index + 1 }));
        const refused = new Set(refuseRetry(again, earlier).map(({ n }) => n));
        for (const made of earlier.filter(({ safeToPayAgain }) => !safeToPayAgain)) {
          const isSame = (row: EarlierRow | BatchRow) => paymentKey(row) === paymentKey(made);
          const failures = earlier.filter((row) => isSame(row) && row.safeToPayAgain).length;
          expect(again.filter((row) => isSame(row) && !refused.has(row.n))).toHaveLength(failures);
        }
      }),
    );
  });
});
