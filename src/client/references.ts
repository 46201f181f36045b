import { createHash } from 'node:crypto';
import { canonicalTerms } from '../domain/lifecycle/terms.js';

/**
 * The update id of a create: the same terms give the same id, so Temporal answers a repeat from the record of the
 * first. Temporal does not compare arguments under one id, so other terms must have another id.
 */
export function termsId(terms: object): string {
  return `join-${createHash('sha256').update(canonicalTerms(terms)).digest('hex').slice(0, 40)}`;
}
