import { holdsCardNumber, NO_CARD_NUMBER } from './card-number.js';

/**
 * Control characters, line breaks, halves of surrogate pairs, and characters that people do not see: those that turn
 * the direction of text would show an approver another name than the one that is sent.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Spreadsheets run cells that begin with one of these as a formula, some also those in full width. */
const FORMULA = /^\s*[=+\-@\uff0b\uff0d\uff1d\uff20]/;

/**
 * The rule for names, narrations and everything else that a bank, an approver or a spreadsheet shows as one line. It says
 * why it refuses a text, and returns undefined for a valid one; it never repeats the text, which may be personal.
 */
export function refuseName(
  text: string,
  { shortest, longest }: { readonly shortest: number; readonly longest: number },
): string | undefined {
  // the first rule: the others read the whole text
  if (text.length > longest) return `must be at most ${longest} characters`;
  if (text.includes('\ufffd'))
    return 'has characters that are not UTF-8; a CSV file must be exported in UTF-8';
  const invisible = refuseInvisible(text);
  if (invisible !== undefined) return invisible;
  if (FORMULA.test(text)) return 'must not begin with = + - or @: a spreadsheet would run it as a formula';
  if (text.trim().length < shortest) {
    return shortest === 1 ? 'must not be empty' : `must be at least ${shortest} characters`;
  }
  return holdsCardNumber(text) ? NO_CARD_NUMBER : undefined;
}

export function refuseInvisible(text: string): string | undefined {
  return INVISIBLE.test(text) ? 'must not contain line breaks, tabs or invisible characters' : undefined;
}

/** Parts of emoji and of some scripts, which descriptions may have. */
const JOINERS = /\u200c|\u200d|\ufe0e|\ufe0f/g;

/** The rule for a line that describes what is paid for; it may begin with any character. */
export function refuseDescription(text: string): string | undefined {
  return refuseInvisible(text.replace(JOINERS, '')) ?? (holdsCardNumber(text) ? NO_CARD_NUMBER : undefined);
}
