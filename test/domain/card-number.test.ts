import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candidatesIn, holdsCardNumber } from '../../src/domain/card-number.js';
import { refuseReference } from '../../src/domain/reference.js';

describe('a card number is recognised', () => {
  it.each([
    ['alone', '4111111111111111'],
    ['in a reference', 'order-5500005555555559'],
    ['beside another number', 'order-77-4111111111111111'],
    ['directly after letters', 'order4111111111111111x'],
    ['with spaces', 'Ada 4111 1111 1111 1111 Obi'],
    ['with dashes', '4111-1111-1111-1111'],
    ['with dashes, beside another number', '12-4111-1111-1111-1111-7'],
    ['as American Express writes it', '3782 822463 10005'],
    ['of 13 digits', '4222222222222'],
    ['of 19 digits', '5061460410120223210'],
    ['with a space after each digit', '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1'],
  ])('%s', (_how, text) => {
    expect(holdsCardNumber(text)).toBe(true);
  });
});

describe('typical order numbers are not card numbers', () => {
  it.each([
    ['a wrong check digit', '4111111111111112'],
    // each of these has a right check digit by chance
    ['a time in milliseconds', 'order-1763236800001'],
    ['a date and a time', '20260131170009'],
    ['an account number', '0123456789'],
    ['digits beyond any card', '41111111111111111111'],
    ['a date, a shop and a time', '2026-01-31-4512-1763236800100'],
    ['a UUID', '4a111111-1111-4111-8111-1111a1111111'],
  ])('%s', (_what, text) => {
    expect(holdsCardNumber(text)).toBe(false);
  });
});

describe('the search for card numbers', () => {
  const digitsTried = (text: string) => [...candidatesIn(text)].reduce((sum, { length }) => sum + length, 0);

  it.each([
    ['single digits', '1 '],
    ['pairs', '11-'],
    ['groups of six', '111111 '],
    ['spaces', '1        '],
  ])('does twice the work for twice the text: %s', (_what, part) => {
    const ofOne = digitsTried(part.repeat(1_000));
    const ofTwo = digitsTried(part.repeat(2_000));
    expect(ofTwo).toBeLessThan(ofOne * 2.1);
    expect(ofTwo).toBeLessThan(part.length * 2_000 * 200);
  });

  it('finds what trying every sequence of neighbouring groups finds', () => {
    const group = fc.oneof(
      { weight: 4, arbitrary: fc.stringMatching(/^[0-9]{1,6}$/) },
      { weight: 2, arbitrary: fc.constantFrom('4111', '1111', '5500', '0055', '5559', '378282', '10005') },
      { weight: 1, arbitrary: fc.stringMatching(/^[0-9]{7,20}$/) },
      { weight: 1, arbitrary: fc.constantFrom('4111111111111111', 'Ada', 'x1') },
    );
    const separator = fc.constantFrom(' ', '-', '  ', '\u2013', ' - ', '\n', 'x', '.', '');
    const text = fc
      .array(fc.tuple(group, separator), { maxLength: 14 })
      .map((parts) => parts.flat().join(''));
    fc.assert(
      fc.property(text, (given) => {
        expect(holdsCardNumber(given)).toBe(triesEverySequence(given));
      }),
      { numRuns: 5_000 },
    );
  });
});

/** The rule as it reads: any 13 to 19 digits in one piece, or any neighbouring groups that join to so many. */
function triesEverySequence(text: string): boolean {
  const isCardNumber = (digits: string) => holdsCardNumber(digits);
  const grouped = /(?<![A-Za-z0-9])\d{1,6}(?:[\s\u2010-\u2015-]+\d{1,6}(?![A-Za-z0-9]))+/g;
  return (
    (text.match(/\d+/g) ?? []).some(isCardNumber) ||
    (text.match(grouped) ?? []).some((part) => {
      const groups = part.match(/\d+/g) ?? [];
      return groups.some((_, first) =>
        groups.some((_, last) => last > first && isCardNumber(groups.slice(first, last + 1).join(''))),
      );
    })
  );
}

describe('a reference', () => {
  it.each(['4111111111111111', 'order-4111-1111-1111-1111', '22123456789', '.', '..'])(
    'may not be %s, and the reason does not repeat it',
    (text) => {
      const refused = refuseReference(text);
      expect(refused).toBeDefined();
      if (text.length > 2) expect(refused).not.toContain(text);
    },
  );

  it.each(['order-22123456789', '...', 'a.b', '1234567890', '123456789012'])('may be %s', (text) => {
    expect(refuseReference(text)).toBeUndefined();
  });
});
