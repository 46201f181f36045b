import { isReference } from '../../src/domain/reference.js';
import { isAmount, isInstant, isOptional, isText } from '../shared/run/shapes.js';

/** Returns what is wrong with the terms, if anything. The api checks the same; other clients may not. */
export function refuseTerms(terms: Readonly<Record<string, unknown>>): string | undefined {
  const { reference, amountKobo, currency, productCode, customerId, email, phone, notAfter } = terms;
  if (!isText(reference) || !isReference(reference)) return 'reference: expected a valid reference';
  if (!isAmount(amountKobo) || amountKobo === 0) return 'amountKobo: expected a whole number above zero';
  if (currency !== 'NGN') return 'currency: expected NGN';
  if (!isText(productCode)) return 'productCode: expected a text';
  if (!isText(customerId)) return 'customerId: expected a text';
  if (!isOptional(email, isText)) return 'email: expected a text';
  if (!isOptional(phone, isText)) return 'phone: expected a text';
  if (!isOptional(notAfter, isInstant)) return 'notAfter: expected an ISO 8601 instant';
  if (!isOptional(terms.withoutValidation, (given) => given === true))
    return 'withoutValidation: expected true';
  return undefined;
}
