import { isReference } from '../../src/domain/reference.js';
import { isAmount, isInstant, isRecord, isText } from '../shared/run/shapes.js';
import { refuseExtras } from '../shared/run/terms.js';

/** Returns what is wrong with the terms, if anything. The api checks the same; other clients may not. */
export function refuseTerms(terms: Readonly<Record<string, unknown>>): string | undefined {
  const { reference, amountKobo, currency, customer, description, expiresAt, accountReference, redirectUrl } =
    terms;
  if (!isText(reference) || !isReference(reference)) return 'reference: expected a valid reference';
  if (!isAmount(amountKobo) || amountKobo === 0) return 'amountKobo: expected a whole number above zero';
  if (currency !== 'NGN') return 'currency: expected NGN';
  if (!isRecord(customer) || !isText(customer.email) || !isText(customer.name)) {
    return 'customer.email and customer.name: expected texts';
  }
  if (!isText(description, 1_000)) return 'description: expected a text';
  if (!isInstant(expiresAt)) return 'expiresAt: expected an ISO 8601 instant';
  if (accountReference !== undefined && !isText(accountReference)) return 'accountReference: expected a text';
  if (redirectUrl !== undefined && !isText(redirectUrl, 4_096)) return 'redirectUrl: expected a text';
  return refuseExtras(terms);
}
