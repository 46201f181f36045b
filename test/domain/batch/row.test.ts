import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COLUMN_OF, INPUT_COLUMNS, toInputCells } from '../../../src/domain/batch/columns.js';
import { partOf, ROWS_IN_A_PART } from '../../../src/domain/batch/part.js';
import {
  type BatchRow,
  isBatchRow,
  paymentKey,
  readRow,
  ROW_FIELDS,
  type RowText,
} from '../../../src/domain/batch/row.js';
import { kobo } from '../../../src/domain/money.js';
import { anyRow, batchRow } from './rows.js';

const TEXT: RowText = {
  reference: 'EMP/001',
  amount: '5000.00',
  bankCode: '058',
  accountNumber: '0123456789',
  accountName: 'Ada Obi',
  narration: 'January salary',
};

describe('reading a row', () => {
  it('takes its number, the amount in kobo and every text', () => {
    expect(readRow(7, TEXT)).toEqual({
      row: batchRow({ n: 7, merchantReference: 'EMP/001', amountKobo: kobo(5_000_00) }),
    });
  });

  it('needs no reference of the merchant', () => {
    expect(readRow(1, { ...TEXT, reference: '' })).toEqual({ row: batchRow() });
    expect(readRow(1, { ...TEXT, reference: undefined })).toEqual({ row: batchRow() });
  });

  it('ignores spaces around a value, also those that do not break', () => {
    const spaced = Object.fromEntries(
      Object.entries(TEXT).map(([field, text]) => [field, ` \u00a0${text} `]),
    );
    expect(readRow(1, spaced)).toEqual(readRow(1, TEXT));
  });

  it('refuses a name with half a million spaces in it by its length', () => {
    const accountName = `A${' '.repeat(500_000)}B`;
    expect(readRow(1, { ...TEXT, accountName })).toEqual({
      problems: [{ field: 'accountName', message: 'must be at most 100 characters' }],
    });
  });

  it('refuses a name that is too long before it looks at its characters', () => {
    const accountName = '4111 1111 1111 1111 '.repeat(1_000);
    expect(readRow(1, { ...TEXT, accountName })).toEqual({
      problems: [{ field: 'accountName', message: 'must be at most 100 characters' }],
    });
  });

  it('finds a formula behind a space', () => {
    expect(readRow(1, { ...TEXT, accountName: ' =1+1' })).toMatchObject({
      problems: [{ field: 'accountName', message: expect.stringContaining('formula') as string }],
    });
  });

  it('names every field that is missing or invalid, at once', () => {
    expect(readRow(1, {})).toEqual({
      problems: ROW_FIELDS.filter((field) => field !== 'reference').map((field) => ({
        field,
        message: 'is missing',
      })),
    });
    expect(readRow(1, { ...TEXT, amount: '1', bankCode: 'x', reference: 'x'.repeat(65) })).toEqual({
      problems: [
        { field: 'reference', message: 'must be at most 64 characters' },
        { field: 'amount', message: 'must be at least ₦20.00' },
        { field: 'bankCode', message: 'must be 3 to 6 digits' },
      ],
    });
  });

  it('never repeats a value in a message', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ROW_FIELDS), fc.stringMatching(/^[xyz\t=]{7,80}$/), (field, text) => {
        const read = readRow(1, { ...TEXT, [field]: text });
        const messages = 'problems' in read ? read.problems.map(({ message }) => message) : [];
        expect(messages.join()).not.toContain(text);
      }),
    );
  });

  it('gives back every row from its own cells', () => {
    fc.assert(
      fc.property(anyRow, (row) => {
        const cells = toInputCells(row);
        const text = Object.fromEntries(ROW_FIELDS.map((field, index) => [field, cells[index]]));
        expect(readRow(1, text)).toEqual({ row });
      }),
    );
    expect(INPUT_COLUMNS).toEqual(ROW_FIELDS.map((field) => COLUMN_OF[field]));
  });
});

describe('a row from outside', () => {
  it('is accepted when it keeps the rules', () => {
    fc.assert(fc.property(anyRow, isBatchRow));
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a list', []],
    ['row 0', { ...batchRow(), n: 0 }],
    ['half a row', { ...batchRow(), n: 1.5 }],
    ['half a kobo', { ...batchRow(), amountKobo: 2_000.5 }],
    ['less than the minimum', { ...batchRow(), amountKobo: 1_999 }],
    ['an amount as text', { ...batchRow(), amountKobo: '5000' }],
    ['an account number as a number', { ...batchRow(), accountNumber: 123456789 }],
    ['nine digits', { ...batchRow(), accountNumber: '123456789' }],
    ['no name', { ...batchRow(), accountName: '' }],
    ['no narration', { ...batchRow(), narration: undefined }],
    ['a formula', { ...batchRow(), narration: '=1+1' }],
    ['an empty reference', { ...batchRow(), merchantReference: '' }],
    ['a card number as reference', { ...batchRow(), merchantReference: '4111111111111111' }],
  ])('with %s is refused', (_what, value) => {
    expect(isBatchRow(value)).toBe(false);
  });
});

it('row 500 is in part 1 and row 501 in part 2', () => {
  expect(ROWS_IN_A_PART).toBe(500);
  expect([1, 500, 501, 1_000, 1_001, 10_000].map(partOf)).toEqual([1, 1, 2, 2, 3, 20]);
});

it('a payment is a bank, an account and an amount; names, narrations and references do not count', () => {
  const row = batchRow();
  const same: BatchRow = { ...row, n: 9, accountName: 'A Obi', narration: 'other', merchantReference: 'x' };
  expect(paymentKey(same)).toBe(paymentKey(row));
  const others = [
    { ...row, bankCode: '044' },
    { ...row, accountNumber: '0123456780' },
    { ...row, amountKobo: kobo(5_000_01) },
  ];
  expect(new Set([row, ...others].map(paymentKey)).size).toBe(4);
});
