import { isReference } from '../../src/domain/reference.js';
import { isAmount, isText } from '../shared/run/shapes.js';
import { refuseCardTerms } from '../shared/charge/terms.js';

/** Returns what is wrong with the terms, if anything. The api checks the same; other clients may not. */
export function refuseTerms(terms: Readonly<Record<string, unknown>>): string | undefined {
  const { reference, amountKobo, currency } = terms;
  if (!isText(reference) || !isReference(reference)) return 'reference: expected a valid reference';
  if (!isAmount(amountKobo) || amountKobo === 0) return 'amountKobo: expected a whole number above zero';
  if (currency !== 'NGN') return 'currency: expected NGN';
  return refuseCardTerms(terms);
}
