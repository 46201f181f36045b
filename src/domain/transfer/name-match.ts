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

/**
 * Whether two names are the same owner's, as people write names: in any order, without middle names or titles, with
 * initials, with a typing error in a long word. All words of the shorter name must occur in the longer one, and two
 * words at least: one shared name proves little.
 */
export function namesMatch(given: string, held: string): boolean {
  const [fewer, more] = [wordsOf(given), wordsOf(held)].sort((a, b) => a.length - b.length);
  if (!fewer || !more || fewer.length === 0) return false;
  if (!canPair(fewer, more)) return false;
  return fewer.length >= 2 || (more.length === 1 && [...fewer, ...more].every(({ length }) => length > 1));
}

/** Whether every word has a partner of its own: an initial must not take the partner of a whole word. */
function canPair([first, ...rest]: readonly string[], others: readonly string[]): boolean {
  if (first === undefined) return true;
  return others.some((other, at) => wordsMatch(first, other) && canPair(rest, others.toSpliced(at, 1)));
}

/** Bounds the work for a hostile name. */
const MOST_WORDS = 8;

function wordsOf(name: string): string[] {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').replace(/['’`]/g, '').toUpperCase();
  return plain
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !IGNORED.has(word))
    .slice(0, MOST_WORDS);
}

function wordsMatch(one: string, other: string): boolean {
  if (one === other) return true;
  if (one.length === 1 || other.length === 1) return one[0] === other[0];
  return Math.min(one.length, other.length) >= LONG_WORD && isOneEditApart(one, other);
}

function isOneEditApart(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const restOfShort = short.slice(short.length === long.length ? at + 1 : at);
  return restOfShort === long.slice(at + 1);
}
