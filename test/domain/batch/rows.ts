import fc from 'fast-check';
import type { BatchRow } from '../../../src/domain/batch/row.js';
import { kobo } from '../../../src/domain/money.js';
import {
  LONGEST_ACCOUNT_NAME,
  MAXIMUM_PAYOUT,
  MINIMUM_PAYOUT,
  refuseAccountName,
  refuseNarration,
} from '../../../src/domain/payout-fields.js';

/** A valid row; a test names only what matters to it. */
export function batchRow(given: Partial<BatchRow> = {}): BatchRow {
  return {
    n: 1,
    amountKobo: kobo(5_000_00),
    bankCode: '058',
    accountNumber: '0123456789',
    accountName: 'Ada Obi',
    narration: 'January salary',
    ...given,
  };
}

const digits = (least: number, most = least) => fc.stringMatching(new RegExp(`^[0-9]{${least},${most}}$`));

/** Any text that the rule accepts, with quotes, commas and letters of all scripts. */
const text = (rule: (text: string) => string | undefined) =>
  fc
    .string({ unit: 'grapheme', minLength: 3, maxLength: LONGEST_ACCOUNT_NAME })
    .map((given) => given.trim())
    .filter((given) => rule(given) === undefined);

const anyAmount = fc.integer({ min: MINIMUM_PAYOUT, max: MAXIMUM_PAYOUT }).map(kobo);

export const anyRow: fc.Arbitrary<BatchRow> = fc
  .record({
    reference: fc.option(fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9./_ -]{0,30}[A-Za-z0-9]$/), { nil: '' }),
    amountKobo: anyAmount,
    bankCode: digits(3, 6),
    accountNumber: digits(10),
    accountName: text(refuseAccountName),
    narration: text(refuseNarration),
  })
  .map(({ reference, ...row }) => ({
    n: 1,
    ...row,
    ...(reference !== '' && refuseNarration(reference) === undefined && { merchantReference: reference }),
  }));

/** Rows that often pay the same account and amount, numbered from 1. */
export const similarRows: fc.Arbitrary<BatchRow[]> = fc
  .array(fc.record({ account: fc.integer({ min: 0, max: 3 }), amount: fc.integer({ min: 1, max: 3 }) }), {
    maxLength: 20,
  })
  .map((rows) =>
    rows.map(({ account, amount }, index) =>
      batchRow({ n: index + 1, accountNumber: `000000000${account}`, amountKobo: kobo(amount * 10_000) }),
    ),
  );
