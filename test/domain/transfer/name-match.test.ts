import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namesMatch } from '../../../src/domain/transfer/name-match.js';

describe('the name at the bank matches the name of the merchant', () => {
  it.each([
    ['in the same words', 'Bashir Amara Sule', 'BASHIR AMARA SULE'],
    ['in another order', 'Sule, Bashir Amara', 'BASHIR AMARA SULE'],
    ['without the middle name', 'Bashir Sule', 'BASHIR AMARA SULE'],
    ['where the bank has no middle name', 'Bashir Amara Sule', 'SULE BASHIR'],
    ['with an initial', 'B. Sule', 'BASHIR SULE'],
    ['with a title', 'Alhaji Bashir Sule', 'BASHIR SULE'],
    ['with accents', 'Adébáyọ̀ Ọlátúnjí', 'ADEBAYO OLATUNJI'],
    ['with an apostrophe', "Ng'ang'a Okoro", 'NGANGA OKORO'],
    ['with one typing error in a long word', 'Bashir Okafour', 'BASHIR OKAFOR'],
    ['of a company with another form of its suffix', 'Kola Logistics Ltd', 'KOLA LOGISTICS LIMITED'],
    ['of one word', 'Konga', 'KONGA'],
    ['with the same initial', 'B. Sule', 'B SULE'],
  ])('%s', (_, given, held) => {
    expect(namesMatch(given, held)).toBe(true);
  });

  it.each([
    ['of another person', 'Chidi Bolaji Okafor', 'KOLA LOGISTICS LIMITED'],
    ['with one common name only', 'Bashir Okafor', 'BASHIR AMARA SULE'],
    ['with another middle name', 'Bashir Musa Sule', 'BASHIR AMARA SULE'],
    ['with a single name of several', 'Bashir', 'BASHIR AMARA SULE'],
    ['with a short word that differs by a letter', 'Ada Obi', 'ADE OBI'],
    ['without any word', '---', 'BASHIR SULE'],
    ['of a bank that returns nothing', 'Bashir Sule', ''],
    ['with only a title in common', 'Mr Bashir', 'MR SULE'],
    ['with the same word twice', 'Sule Sule', 'BASHIR SULE'],
    ['with initials only', 'A O', 'ADEBAYO OGUNLESI'],
    ['with initials only of a longer name', 'J A', 'JUMOKE ADEYEMI TRADING'],
    ['with initials on both sides', 'A Musa Bello', 'AMINA M BELLO'],
    ['with a short word and an initial', 'Li A', 'LI ADEBAYO'],
    ['with another last vowel, which is another name', 'Amina Bello', 'AMINU BELLO'],
    ['with a last vowel more, which is another name', 'Hassan Musa', 'HASSANA MUSA'],
    ['with more words than are compared', 'Dr A B C D E F G H Real Name', 'A B C D E F G H OTHER PERSON'],
    [
      'with more words than are compared, though they agree',
      'Ada Obi Musa Sule Bello Eze Okoro Udo Ade',
      'ADA OBI MUSA SULE BELLO EZE OKORO UDO ADE',
    ],
  ])('not %s', (_, given, held) => {
    expect(namesMatch(given, held)).toBe(false);
  });

  it('whichever of the two is the longer', () => {
    const name = fc.array(fc.constantFrom('ADA', 'OBI', 'BASHIR', 'SULE', 'OKAFOR', 'B'), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(name, name, (one, other) => {
        expect(namesMatch(one.join(' '), other.join(' '))).toBe(namesMatch(other.join(' '), one.join(' ')));
      }),
      { numRuns: 1_000 },
    );
  });
});
