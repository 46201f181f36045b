import { createHash, randomBytes } from 'node:crypto';
import { canonicalTerms } from '../domain/lifecycle/terms.js';

/**
 * The id of a create: the same terms give the same id, so that a repeat is answered from the record of the
 * first. Temporal does not compare arguments under one id, hence other terms must have another.
 */
export function termsId(terms: object): string {
  return `join-${createHash('sha256').update(canonicalTerms(terms)).digest('hex').slice(0, 40)}`;
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** A reference for a story whose merchant gave none; made before the first call, like any other. */
export function mintReference(prefix = 'co'): string {
  const letters = Array.from(randomBytes(20), (byte) => ALPHABET[byte % ALPHABET.length]);
  return `${prefix}-${letters.join('')}`;
}

/** An Idempotency-Key that is a legal reference is the reference; any other is hashed into one. */
export function referenceFromKey(key: string, isLegal: (text: string) => boolean): string {
  return isLegal(key) ? key : `k${createHash('sha256').update(key).digest('hex').slice(0, 40)}`;
}
