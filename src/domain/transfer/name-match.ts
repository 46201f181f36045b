/** The bank's name for the destination account, beside the merchant's. */
export interface NameCheck {
  readonly held: string;
  readonly matches: boolean;
  readonly at: string;
}

/** Words that say nothing about who owns the account. */
const IGNORED: ReadonlySet<string> = new Set(
  'MR MRS MS MISS DR PROF ENGR CHIEF ALHAJI ALHAJA HAJIA REV PASTOR LTD LIMITED PLC NIG NIGERIA THE AND'.split(
    ' ',
  ),
);

/** From this length on one wrong, missing or additional letter is a typing error, not another name. */
const LONG_WORD = 5;
/** At least one word of this length must be the same: initials alone fit anyone. */
const WHOLE_WORD = 3;

/**
 * Whether two names are the same owner's, as people write names: in any order, without middle names or titles, with
 * initials on one side, with a typing error in a long word. All words of the shorter name must occur in the longer one, one
 * of them whole, and two words at least: one shared name proves little.
 */
export function namesMatch(given: string, held: string): boolean {
  const [fewer, more] = [wordsOf(given), wordsOf(held)].sort((a, b) => a.length - b.length);
  if (!fewer || !more || fewer.length === 0 || more.length > MOST_WORDS) return false;
  if (!canPair(fewer, more, [])) return false;
  return fewer.length >= 2 || more.length === 1;
}

/** How two words are the same: a short form is an initial, of the first or of the second name. */
type Likeness = 'whole' | 'short' | 'initial-of-first' | 'initial-of-second';

/** Whether every word has a partner of its own: an initial must not take the partner of a whole word. */
function canPair(
  [first, ...rest]: readonly string[],
  others: readonly string[],
  paired: readonly Likeness[],
): boolean {
  if (first === undefined) return paired.includes('whole');
  return others.some((other, at) => {
    const likeness = likenessOf(first, other);
    if (likeness === undefined || areInitialsOnBothSides([...paired, likeness])) return false;
    return canPair(rest, others.toSpliced(at, 1), [...paired, likeness]);
  });
}

const areInitialsOnBothSides = (paired: readonly Likeness[]) =>
  paired.includes('initial-of-first') && paired.includes('initial-of-second');

/** Bounds the work for a hostile name; one with more words is for a person. */
const MOST_WORDS = 8;

function wordsOf(name: string): string[] {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').replace(/['’`]/g, '').toUpperCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !IGNORED.has(word));
}

function likenessOf(one: string, other: string): Likeness | undefined {
  if (one === other) return one.length >= WHOLE_WORD ? 'whole' : 'short';
  if (one.length === 1 && one[0] === other[0]) return 'initial-of-first';
  if (other.length === 1 && one[0] === other[0]) return 'initial-of-second';
  const isLong = Math.min(one.length, other.length) >= LONG_WORD;
  return isLong && isTypingError(one, other) ? 'whole' : undefined;
}

const LAST_VOWEL = /[AEIOU]?$/;

/** One letter differs, and not just a last vowel: that is another name, of another person: Amina and Aminu. */
function isTypingError(one: string, other: string): boolean {
  if (one.replace(LAST_VOWEL, '') === other.replace(LAST_VOWEL, '')) return false;
  if (Math.abs(one.length - other.length) > 1) return false;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const restOfShort = short.slice(short.length === long.length ? at + 1 : at);
  return restOfShort === long.slice(at + 1);
}
