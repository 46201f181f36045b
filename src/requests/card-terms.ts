import { z } from 'zod';
import { omitUndefined } from '../domain/omit-undefined.js';
import { invalid } from './parse.js';
import { description, email, metadata, name, reference } from './fields.js';
import { splitItems } from './split.js';
import { formed } from './text.js';

/** Where the card comes from: the paid card checkout that has its token, or the token itself. */
export const CARD_SOURCE = {
  checkout: reference.optional(),
  cardToken: formed(200, /^[\w|.-]{8,200}$/, 'must be a card token').optional(),
};

/** What charges and subscriptions say about the card and its customer. */
export const CARD_TERMS = {
  ...CARD_SOURCE,
  customer: z.strictObject({ email: email.optional(), name: name.optional() }).default({}),
  description: description.optional(),
  incomeSplit: splitItems.optional(),
  metadata: metadata.optional(),
};

interface Given {
  readonly checkout?: string | undefined;
  readonly cardToken?: string | undefined;
  readonly customer: { readonly email?: string | undefined; readonly name?: string | undefined };
}

/** Exactly one source; a token needs the e-mail address of its first charge, which a checkout has. */
export function readCardTerms<Terms extends Given>({ customer, ...terms }: Terms) {
  refuseSource(terms, customer.email);
  return { ...omitUndefined(terms), customer: omitUndefined(customer) };
}

export function refuseSource(
  { checkout, cardToken }: Pick<Given, 'checkout' | 'cardToken'>,
  email: string | undefined,
): void {
  if ((checkout === undefined) === (cardToken === undefined)) {
    throw invalid([{ field: 'checkout', message: 'requires exactly one of checkout and cardToken' }]);
  }
  if (cardToken !== undefined && email === undefined) {
    const message = 'is required with a cardToken: the address of the first charge of the card';
    throw invalid([{ field: 'customer.email', message }]);
  }
}
