import { describe, expect, it } from 'vitest';
import {
  RESULT_COLUMNS,
  type RowResult,
  toResult,
  toResultCells,
} from '../../../src/domain/batch/result-file.js';
import { kobo } from '../../../src/domain/money.js';
import { batchRow } from './rows.js';

const sent: RowResult = {
  ...batchRow({ n: 501, merchantReference: 'EMP-1' }),
  state: 'SUCCESS',
  transactionReference: 'MFDS20270131000001',
  sessionId: '000013270131090001000123456789',
  feeKobo: kobo(10_00),
  safeToPayAgain: false,
};

const refused: RowResult = {
  ...batchRow({ n: 2 }),
  state: 'REFUSED',
  reason: 'name differs',
  safeToPayAgain: true,
};

describe('the result of a row', () => {
  it('names the row by all its references', () => {
    expect(toResult('payroll-jan', sent)).toEqual({
      row: 501,
      reference: 'EMP-1',
      gatewayReference: 'payroll-jan--b501',
      transactionReference: 'MFDS20270131000001',
      sessionId: '000013270131090001000123456789',
      amount: '5000.00',
      amountKobo: 5_000_00,
      fee: '10.00',
      feeKobo: 10_00,
      state: 'SUCCESS',
      reason: undefined,
      safeToPayAgain: false,
      accountName: 'Ada Obi',
    });
  });

  it('has the same in its columns, empty where nothing is known', () => {
    expect(RESULT_COLUMNS.length).toBe(toResultCells('payroll-jan', sent).length);
    expect(toResultCells('payroll-jan', refused)).toEqual([
      '2',
      '',
      'payroll-jan--b2',
      '',
      '',
      '5000.00',
      '',
      'REFUSED',
      'name differs',
      'yes',
    ]);
  });
});
