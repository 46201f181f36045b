export const HASH_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Length of a hash, in characters of six bits each. */
export const HASH_LENGTH = 9;

/**
 * A short name for a long key: 54 bits in nine characters. It is neither secret nor safe against forgery;
 * among 70,000 keys it confuses two once in 10^11 lookups. Workflow code has no built-in hash function.
 */
export function shortHash(text: string): string {
  let [high, low] = [0x9e3779b9, 0x85ebca6b];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x5f356495);
    high ^= low >>> 15;
  }
  high = mixed(high ^ text.length);
  low = mixed(low ^ high);
  return sixBits(high, 5) + sixBits(low, 4);
}

/** Whether a list of such names, one after the other, has this one. */
export function holdsHash(hashes: string, hash: string): boolean {
  for (let at = hashes.indexOf(hash); at >= 0; at = hashes.indexOf(hash, at + 1)) {
    if (at % HASH_LENGTH === 0) return true;
  }
  return false;
}

/** Where such a list has this name last; -1 where it does not. */
export function lastHash(hashes: string, hash: string): number {
  let at = hashes.lastIndexOf(hash);
  while (at > 0 && at % HASH_LENGTH !== 0) at = hashes.lastIndexOf(hash, at - 1);
  return at;
}

/** The same key as twelve digits, where only digits may stand: among 5,000 keys it confuses two once in 80,000 lists. */
export function digitsOf(text: string): string {
  const bits = Array.from(shortHash(text)).reduce(
    (sum, character) => sum * 64n + BigInt(HASH_ALPHABET.indexOf(character)),
    0n,
  );
  return String(bits % 10n ** 12n).padStart(12, '0');
}

function mixed(given: number): number {
  let bits = Math.imul(given ^ (given >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** The lowest bits, six to a character. */
function sixBits(bits: number, characters: number): string {
  let text = '';
  for (let index = 0; index < characters; index++) text += HASH_ALPHABET.charAt((bits >>> (6 * index)) & 63);
  return text;
}
