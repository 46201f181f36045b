import { ACCOUNT_NUMBER, BANK_CODE } from './bank-account.js';
import { holdsCardNumber, NO_CARD_NUMBER } from './card-number.js';
import { fromNaira, type Kobo, kobo, showNaira } from './money.js';

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
  return refuseText(text, { shortest: 1, longest: LONGEST_ACCOUNT_NAME });
}

export function refuseNarration(text: string): string | undefined {
  return refuseText(text, { shortest: SHORTEST_NARRATION, longest: LONGEST_NARRATION });
}

/**
 * Control characters, line breaks, halves of surrogate pairs, and characters that people do not see: those that turn
 * the direction of text would show an approver another name than the one that is sent.
 */
const INVISIBLE =
  // eslint-disable-next-line no-control-regex -- control characters are what it finds
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]/u;

/** Spreadsheets run cells that begin with one of these as a formula, some also those in full width. */
const FORMULA = /^[=+\-@\uff0b\uff0d\uff1d\uff20]/;

/** For free text that people will see in a spreadsheet. */
export function refuseText(
  text: string,
  { shortest, longest }: { readonly shortest: number; readonly longest: number },
): string | undefined {
  // the first rule: the others read the whole text
  if (text.length > longest) return `must be at most ${longest} characters`;
  if (text.includes('\ufffd')) return 'has characters that are not UTF-8: export the file as CSV in UTF-8';
  if (INVISIBLE.test(text)) return 'must not contain line breaks, tabs or invisible characters';
  if (FORMULA.test(text)) return 'must not begin with = + - or @: a spreadsheet would run it as a formula';
  if (text.length < shortest) {
    return shortest === 1 ? 'must not be empty' : `must be at least ${shortest} characters`;
  }
  return holdsCardNumber(text) ? NO_CARD_NUMBER : undefined;
}
