import { isReference } from '../../../src/domain/reference.js';
import { isOptional, isRecord, isText } from '../run/shapes.js';
import { isMetadata, refuseExtras } from '../run/terms.js';

/** Checks the terms that charges and subscriptions share; returns what is wrong, if anything. */
export function refuseCardTerms(terms: Readonly<Record<string, unknown>>): string | undefined {
  const { customer, description, metadata } = terms;
  if (!isRecord(customer)) return 'customer: expected an object';
  if (!isOptional(customer.email, (given) => isText(given))) return 'customer.email: expected a text';
  if (!isOptional(customer.name, (given) => isText(given))) return 'customer.name: expected a text';
  if (!isOptional(description, (given) => isText(given, 1_000))) return 'description: expected a text';
  if (!isOptional(metadata, isMetadata)) return 'metadata: expected texts by name';
  return refuseSource(terms, customer) ?? refuseExtras(terms);
}

/** A card comes from a checkout, or from a token together with the e-mail address of its first charge. */
export function refuseSource(
  { checkout, cardToken }: Readonly<Record<string, unknown>>,
  { email }: Readonly<Record<string, unknown>>,
): string | undefined {
  if ((checkout === undefined) === (cardToken === undefined)) return 'expected one of checkout and cardToken';
  if (checkout !== undefined && !(isText(checkout) && isReference(checkout)))
    return 'checkout: expected the reference of a checkout';
  if (cardToken === undefined) return undefined;
  if (!isText(cardToken)) return 'cardToken: expected a text';
  return email === undefined ? 'customer.email: required with a cardToken' : undefined;
}
