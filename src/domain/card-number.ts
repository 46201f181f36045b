/**
 * Finds card numbers in free text: references, names and descriptions enter workflow ids, logs and the
 * gateway's records, where no card number may be. A card number is 13 to 19 digits with a correct check
 * digit, in one piece or in groups.
 */
export function holdsCardNumber(text: string): boolean {
  for (const digits of candidatesIn(text)) if (isCardNumber(digits)) return true;
  return false;
}

/**
 * The digits in a text that could be a card number: in one piece, or neighbouring groups, because another number may
 * stand before or after it. At most seven candidates begin with a group, so the work grows with the text and no faster.
 */
export function* candidatesIn(text: string): Generator<string> {
  for (const [digits] of text.matchAll(/\d+/g)) if (digits.length >= SHORTEST) yield digits;
  for (const [grouped] of text.matchAll(GROUPED)) yield* neighboursIn(grouped.match(/\d+/g) ?? []);
}

function* neighboursIn(groups: readonly string[]): Generator<string> {
  const digits = groups.join('');
  let start = 0;
  for (const [first, { length }] of groups.entries()) {
    let end = start + length;
    for (const group of groups.slice(first + 1, first + LONGEST)) {
      end += group.length;
      if (end - start > LONGEST) break;
      if (end - start >= SHORTEST) yield digits.slice(start, end);
    }
    start += length;
  }
}

/** The message for a field that contains one; it never quotes the value. */
export const NO_CARD_NUMBER = 'must not contain a card number';

/**
 * Groups of up to six digits separated by spaces or dashes, as cards are written. Longer groups (a timestamp)
 * and groups that touch letters (a part of a UUID) do not count.
 */
const GROUPED = /(?<![A-Za-z0-9])\d{1,6}(?:[\s\u2010-\u2015-]+\d{1,6}(?![A-Za-z0-9]))+/g;

const SHORTEST = 13;
const LONGEST = 19;

function isCardNumber(digits: string): boolean {
  return SHAPE.test(digits) && hasRightCheckDigit(digits);
}

/**
 * Card numbers begin with 22 to 27 or 3 to 6. Times in milliseconds begin with 1 and dates with 20: a tenth
 * of them have a correct check digit by chance, and they are frequent in references.
 */
const SHAPE = /^(?=(?:[3-6]|2[2-7]))\d{13,19}$/;

const ZERO = 48;

/** The Luhn formula. */
function hasRightCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = digits.charCodeAt(digits.length - 1 - place) - ZERO;
    const counted = place % 2 === 0 ? digit : digit * 2;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}
