import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** A reference for a request without one, generated before the first call. */
export function mintReference(prefix = 'co'): string {
  const letters = Array.from(randomBytes(20), (byte) => ALPHABET[byte % ALPHABET.length]);
  return `${prefix}-${letters.join('')}`;
}

/** An Idempotency-Key that is a valid reference is the reference; any other is hashed into one. */
export function referenceFromKey(key: string, isValid: (text: string) => boolean): string {
  return isValid(key) ? key : `k${createHash('sha256').update(key).digest('hex').slice(0, 40)}`;
}
