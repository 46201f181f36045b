import { describe, expect, it } from 'vitest';
import { kobo } from '../../src/domain/money.js';
import {
  refuseAccountName,
  refuseAccountNumber,
  refuseBankCode,
  refuseNaira,
  refuseNarration,
  refusePayoutAmount,
} from '../../src/domain/payout-fields.js';

describe('an amount', () => {
  it.each(['20', '20.5', '1234.50', '9999999999999.99', '0020.00'])('may be %s', (text) => {
    expect(refuseNaira(text)).toBeUndefined();
  });

  it.each([
    ['19.99', 'at least ₦20.00'],
    ['0', 'at least ₦20.00'],
    ['100.001', 'at most two decimals'],
    ['100.000', 'at most two decimals'],
    ['1,234.50', 'must not contain commas: write 1234.50'],
    ['1234,50', 'must not contain commas'],
    ['=1000+1', 'no formula'],
    ['-100', 'no sign'],
    ['+100', 'no sign'],
    ['@SUM(A1)', 'no formula'],
    ['1.5E+06', 'scientific notation'],
    ['2e9', 'scientific notation'],
    ['₦100.00', 'must be an amount in naira'],
    ['100 naira', 'must be an amount in naira'],
    ['100.', 'must be an amount in naira'],
    ['.50', 'must be an amount in naira'],
    ['１００', 'must be an amount in naira'],
    ['10000000000000', 'must be an amount in naira'],
    ['0x64', 'must be an amount in naira'],
    ['NaN', 'must be an amount in naira'],
  ])('%s is refused: %s', (text, reason) => {
    expect(refuseNaira(text)).toContain(reason);
  });

  it('in kobo has the same bounds', () => {
    expect(refusePayoutAmount(kobo(20_00))).toBeUndefined();
    expect(refusePayoutAmount(kobo(19_99))).toBe('must be at least ₦20.00');
    expect(refusePayoutAmount(kobo(9_999_999_999_999_99))).toBeUndefined();
    expect(refusePayoutAmount(kobo(10_000_000_000_000_00))).toContain('at most');
  });
});

describe('an account number', () => {
  it('has 10 digits; zeros in front count', () => {
    expect(refuseAccountNumber('0000000001')).toBeUndefined();
  });

  it.each([
    ['123456789', 'must be 10 digits, not 9; a spreadsheet may have removed leading zeros'],
    ['1234567', 'must be 10 digits, not 7'],
    ['1.23E+09', 'scientific notation, in which a spreadsheet has lost digits'],
    ['01234567890', 'must be 10 digits'],
    ['012345678a', 'must be 10 digits'],
    ['٠١٢٣٤٥٦٧٨٩', 'must be 10 digits'],
    ['0123456789\n', 'must be 10 digits'],
    ["'0123456789", 'must be 10 digits'],
  ])('%j is refused: %s', (text, reason) => {
    expect(refuseAccountNumber(text)).toContain(reason);
  });
});

describe('a bank code', () => {
  it.each(['058', '50515', '090405'])('may be %s', (text) => {
    expect(refuseBankCode(text)).toBeUndefined();
  });

  it.each([
    ['58', 'must be 3 to 6 digits; a spreadsheet may have removed leading zeros'],
    ['9E+04', 'scientific notation'],
    ['0904050', 'must be 3 to 6 digits'],
    ['GTB', 'must be 3 to 6 digits'],
  ])('%s is refused: %s', (text, reason) => {
    expect(refuseBankCode(text)).toContain(reason);
  });
});

describe('a name or a narration', () => {
  it.each([
    'Ada Obi',
    "Ngozi O'Brien",
    'Ayọ̀ "Bee" Adébáyọ̀',
    'Obi & Sons, Ltd.',
    '李小龍',
    '5 Star Ltd',
    'a=b',
    '🙂',
  ])('may be %s', (text) => {
    expect(refuseAccountName(text)).toBeUndefined();
  });

  it.each([
    ['a formula', '=HYPERLINK("http://x")', 'a spreadsheet would run it as a formula'],
    ['a formula with plus', '+1+1', 'formula'],
    ['a formula with minus', '-1+1', 'formula'],
    ['a formula with at', '@SUM(1)', 'formula'],
    ['a formula in full width', '＝1+1', 'formula'],
    ['a tab', '\t=1+1', 'tabs'],
    ['a line break', 'Ada\nObi', 'line breaks'],
    ['a carriage return', 'Ada\rObi', 'line breaks'],
    ['a null character', 'Ada\0Obi', 'invisible'],
    ['an override of the direction', 'Ada \u202eibO', 'invisible'],
    ['a zero-width space', 'Ada\u200bObi', 'invisible'],
    ['half a surrogate pair', 'Ada \ud83d', 'invisible'],
    ['broken UTF-8', 'Ad\ufffd Obi', 'not UTF-8'],
    ['a card number', 'Ada 4111 1111 1111 1111', 'must not contain a card number'],
    ['too much', 'x'.repeat(101), 'at most 100 characters'],
    ['nothing', '', 'must not be empty'],
  ])('with %s is refused', (_what, text, reason) => {
    expect(refuseAccountName(text)).toContain(reason);
  });

  it('of two characters is no narration', () => {
    expect(refuseNarration('ab')).toBe('must be at least 3 characters');
    expect(refuseNarration('abc')).toBeUndefined();
  });
});
