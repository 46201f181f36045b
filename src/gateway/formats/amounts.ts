import { fromNaira, type Kobo, kobo, MoneyError, toNaira } from '../../domain/money.js';
import { jsonNumber, type JsonNumber } from './json.js';

/**
 * A double represents any decimal of fifteen significant digits exactly. Two of them are kobo, so this is the
 * largest amount that can be sent as a JSON number.
 */
export const LARGEST_AMOUNT = kobo(999_999_999_999_999);

/** Reads naira in either form that the gateway uses, a JSON number or decimal text. */
export function fromWireAmount(value: number | string): Kobo {
  const amount = fromNaira(withoutNoise(typeof value === 'number' ? shortestDecimal(value) : plain(value)));
  if (amount > LARGEST_AMOUNT) throw new MoneyError('the amount exceeds the exact range');
  return amount;
}

/** Reads an optional amount: null, absent and empty text all mean that there is none (yet). */
export function fromOptionalWireAmount(value: number | string | null | undefined): Kobo | null {
  return value == null || value === '' ? null : fromWireAmount(value);
}

/** For a JSON number: the digits go into the text as they are, without a float. */
export function toWireNumber(amount: Kobo): JsonNumber {
  return jsonNumber(toNaira(amount));
}

/** For the few fields, and all queries, that have an amount as text. */
export function toWireText(amount: Kobo): string {
  return toNaira(amount);
}

// inside the exact range the shortest text that parses to this double is the text that the gateway wrote
function shortestDecimal(value: number): string {
  return String(value);
}

const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** "1,000.50" equals "1000.50". */
function plain(written: string): string {
  const trimmed = written.trim();
  return GROUPED.test(trimmed) ? trimmed.replaceAll(',', '') : trimmed;
}

/** Four zeros or nines after the kobo: the rest is less than a ten-thousandth of a kobo. */
const NOISE = /^(\d+\.\d{2})(0{4}|9{4})\d+$/;

/**
 * A gateway that computes in doubles writes 8.600000000000001 or 8.599999999999999 for 8.60. That is no real
 * fraction of a kobo; anything larger is refused, never rounded.
 */
function withoutNoise(decimal: string): string {
  const [, exact = decimal, digits] = NOISE.exec(decimal) ?? [];
  return digits?.startsWith('9') ? toNaira(kobo(fromNaira(exact) + 1)) : exact;
}
