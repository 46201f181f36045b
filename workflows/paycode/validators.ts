import { isReference } from '../../src/domain/reference.js';
import { isAmount, isInstant, isOptional, isText } from '../shared/run/shapes.js';

/** Returns what is wrong with the terms, if anything. The api checks the same; other clients may not. */
export function refuseTerms(terms: Readonly<Record<string, unknown>>): string | undefined {
  const { reference, amountKobo, currency, beneficiaryName, expiresAt, notAfter } = terms;
  if (!isText(reference) || !isReference(reference)) return 'reference: expected a valid reference';
  if (!isAmount(amountKobo) || amountKobo === 0) return 'amountKobo: expected a whole number above zero';
  if (currency !== 'NGN') return 'currency: expected NGN';
  if (!isText(beneficiaryName)) return 'beneficiaryName: expected a text';
  if (!isInstant(expiresAt)) return 'expiresAt: expected an ISO 8601 instant';
  if (!isOptional(notAfter, isInstant)) return 'notAfter: expected an ISO 8601 instant';
  return undefined;
}
