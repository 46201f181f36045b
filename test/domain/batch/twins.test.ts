import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paymentKey } from '../../../src/domain/batch/row.js';
import { findRepeatedReferences, findTwins } from '../../../src/domain/batch/twins.js';
import { kobo } from '../../../src/domain/money.js';
import { batchRow, similarRows } from './rows.js';

describe('rows that pay the same amount to the same account', () => {
  it('are found, each with the first of its kind', () => {
    const rows = [
      batchRow({ n: 1 }),
      batchRow({ n: 2, amountKobo: kobo(6_000_00) }),
      batchRow({ n: 3, accountName: 'Ada N. Obi', narration: 'Bonus', merchantReference: 'x' }),
      batchRow({ n: 4, bankCode: '044' }),
      batchRow({ n: 5 }),
    ];
    expect(findTwins(rows)).toEqual([
      { n: 3, earlier: 1 },
      { n: 5, earlier: 1 },
    ]);
  });

  it('leave one row of each kind', () => {
    fc.assert(
      fc.property(similarRows, (rows) => {
        expect(findTwins(rows).length).toBe(rows.length - new Set(rows.map(paymentKey)).size);
      }),
    );
  });
});

it('a reference of the merchant is unique in a batch; rows without one are not compared', () => {
  const rows = ['EMP-1', undefined, 'EMP-2', undefined, 'EMP-1'].map((merchantReference, index) =>
    batchRow({ n: index + 1, ...(merchantReference !== undefined && { merchantReference }) }),
  );
  expect(findRepeatedReferences(rows)).toEqual([{ n: 5, earlier: 1 }]);
});
