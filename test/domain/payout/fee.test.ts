import { describe, expect, it } from 'vitest';
import { totalsOfPart } from '../../../src/domain/batch/batch-part.js';
import { kobo } from '../../../src/domain/money.js';
import { feeTaken } from '../../../src/domain/payout/fee.js';
import { batchRow } from '../batch/rows.js';

const feeKobo = kobo(10_00);

describe('the fee that a record names', () => {
  it.each(['PENDING', 'SUCCESS'])('is shown while a payout is %s', (state) => {
    expect(feeTaken({ state, feeKobo })).toBe(feeKobo);
  });

  it.each(['FAILED', 'EXPIRED', 'CANCELLED', 'REFUSED', 'REVERSED'])(
    'is not shown as paid once it is %s',
    (state) => {
      expect(feeTaken({ state, feeKobo })).toBeUndefined();
    },
  );

  it('of a row that failed is in no sum of its batch', () => {
    const rows = [
      { state: 'SUCCESS', feeKobo },
      { state: 'FAILED', feeKobo },
    ] as never;
    const terms = { rows: [batchRow({ n: 1 }), batchRow({ n: 2 })] } as never;
    const { feeKobo: sum, byState } = totalsOfPart({ terms, rows });
    expect([sum, byState.FAILED?.feeKobo]).toEqual([feeKobo, 0]);
  });
});
