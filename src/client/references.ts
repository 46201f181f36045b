import { createHash, randomBytes } from 'node:crypto';
import { canonicalTerms } from '../domain/lifecycle/terms.js';

/**
 * The update id of a create: the same terms give the same id, so Temporal answers a repeat from the record of the
 * first. Temporal does not compare arguments under one id, so other terms must have another id.
 */
export function termsId(terms: object): string {
  return `join-${createHash('sha256').update(canonicalTerms(terms)).digest('hex').slice(0, 40)}`;
}

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
