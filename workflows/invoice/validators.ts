import { isReference } from '../../src/domain/reference.js';
import { isAmount, isInstant, isRecord, isText } from '../shared/run/shapes.js';
import { refuseExtras } from '../shared/run/terms.js';

/** What is wrong with these terms, if anything is. The api has refused all of it before; others may not have. */
export function refuseTerms(terms: Readonly<Record<string, unknown>>): string | undefined {
  const { reference, amountKobo, currency, customer, description, expiresAt, accountReference, redirectUrl } =
    terms;
  if (!isText(reference) || !isReference(reference)) return 'reference is none';
  if (!isAmount(amountKobo) || amountKobo === 0) return 'amountKobo must be a whole number above zero';
  if (currency !== 'NGN') return 'currency must be NGN';
  if (!isRecord(customer) || !isText(customer.email) || !isText(customer.name)) {
    return 'customer.email and customer.name must be texts';
  }
  if (!isText(description, 1_000)) return 'description must be a text';
  if (!isInstant(expiresAt)) return 'expiresAt must be an instant';
  if (accountReference !== undefined && !isText(accountReference)) return 'accountReference must be a text';
  if (redirectUrl !== undefined && !isText(redirectUrl, 4_096)) return 'redirectUrl must be a text';
  return refuseExtras(terms);
}
