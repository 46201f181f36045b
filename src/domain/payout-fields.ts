import { ACCOUNT_NUMBER, BANK_CODE } from './bank-account.js';
import { fromNaira, type Kobo, kobo, showNaira } from './money.js';
import { refuseName } from './names.js';

/**
 * What merchants write about a payout: a transfer, or a row of a batch. Each function says why it refuses a
 * value, and returns undefined for a valid one. Messages never repeat the value, which may be personal.
 */

/** The gateway's minimum. */
export const MINIMUM_PAYOUT = kobo(20_00);

/** The largest amount that fits exactly into a JSON number with two decimals. */
export const MAXIMUM_PAYOUT = kobo(9_999_999_999_999_99);

export const LONGEST_ACCOUNT_NAME = 100;
export const SHORTEST_NARRATION = 3;
/** Banks cut or refuse longer ones. */
export const LONGEST_NARRATION = 100;

const SCIENTIFIC = /^\d+(?:\.\d+)?e\+?\d+$/i;

const LOST_DIGITS =
  'is in scientific notation, in which a spreadsheet has lost digits: format the column as text, enter the value again and export the file again';

const LOST_ZEROS =
  'a spreadsheet may have removed leading zeros: format the column as text, then export the file again';

/** For an amount in naira as decimal text. */
export function refuseNaira(text: string): string | undefined {
  if (/^[=+@-]/.test(text)) return 'must be a plain number: no sign and no formula';
  if (SCIENTIFIC.test(text)) return LOST_DIGITS;
  if (text.includes(',')) return 'must not contain commas: write 1234.50, not 1,234.50';
  if (!/^\d{1,13}(?:\.\d{1,2})?$/.test(text)) {
    return 'must be an amount in naira with at most two decimals, such as 2500.00';
  }
  return refusePayoutAmount(fromNaira(text));
}

export function refusePayoutAmount(amount: Kobo): string | undefined {
  if (amount < MINIMUM_PAYOUT) return `must be at least ${showNaira(MINIMUM_PAYOUT)}`;
  if (amount > MAXIMUM_PAYOUT) return `must be at most ${showNaira(MAXIMUM_PAYOUT)}`;
  return undefined;
}

export function refuseBankCode(text: string): string | undefined {
  if (BANK_CODE.test(text)) return undefined;
  if (SCIENTIFIC.test(text)) return LOST_DIGITS;
  return /^\d{1,2}$/.test(text) ? `must be 3 to 6 digits; ${LOST_ZEROS}` : 'must be 3 to 6 digits';
}

export function refuseAccountNumber(text: string): string | undefined {
  if (ACCOUNT_NUMBER.test(text)) return undefined;
  if (SCIENTIFIC.test(text)) return LOST_DIGITS;
  return /^\d{1,9}$/.test(text)
    ? `must be 10 digits, not ${text.length}; ${LOST_ZEROS}`
    : 'must be 10 digits';
}

export function refuseAccountName(text: string): string | undefined {
  return refuseName(text, { shortest: 1, longest: LONGEST_ACCOUNT_NAME });
}

export function refuseNarration(text: string): string | undefined {
  return refuseName(text, { shortest: SHORTEST_NARRATION, longest: LONGEST_NARRATION });
}
