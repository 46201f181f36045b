import { toNaira } from '../money.js';
import { type BatchRow, ROW_FIELDS, type RowField } from './row.js';

/** The names of a row's fields in a file. Requests in JSON use the fields' own names. */
export const COLUMN_OF: Readonly<Record<RowField, string>> = {
  reference: 'reference',
  amount: 'amount',
  bankCode: 'bank_code',
  accountNumber: 'account_number',
  accountName: 'account_name',
  narration: 'narration',
};

export const INPUT_COLUMNS: readonly string[] = ROW_FIELDS.map((field) => COLUMN_OF[field]);

/** The cells of a row in the order of the input columns: reading them gives the same row. */
export function toInputCells(row: BatchRow): string[] {
  const cells: Readonly<Record<RowField, string>> = {
    reference: row.merchantReference ?? '',
    amount: toNaira(row.amountKobo),
    bankCode: row.bankCode,
    accountNumber: row.accountNumber,
    accountName: row.accountName,
    narration: row.narration,
  };
  return ROW_FIELDS.map((field) => cells[field]);
}
