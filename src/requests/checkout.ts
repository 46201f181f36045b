import { z } from 'zod';
import { omitUndefined } from '../domain/omit-undefined.js';
import { mintReference } from './references.js';
import { CHANNELS, type CheckoutTerms } from '../domain/checkout/checkout.js';
import { parse } from './parse.js';
import {
  ASKED,
  bankCode,
  description,
  email,
  metadata,
  name,
  paymentMethods,
  readAmount,
  readReference,
  url,
} from './fields.js';
import { splitItems } from './split.js';

export const checkoutRequest = z.strictObject({
  ...ASKED,
  customer: z.strictObject({ email, name: name.optional() }),
  description: description.optional(),
  redirectUrl: url.optional(),
  channels: z
    .array(z.enum(CHANNELS, `must be one of ${CHANNELS.join(', ')}`))
    .min(1, 'must contain at least one channel')
    // the same channels in another order are the same terms
    .transform((given) => CHANNELS.filter((channel) => given.includes(channel)))
    .optional(),
  paymentMethods: paymentMethods.optional(),
  incomeSplit: splitItems.optional(),
  metadata: metadata.optional(),
});

/** Reads a create request into terms. */
export function readCheckoutRequest(body: unknown, idempotencyKey: string | undefined): CheckoutTerms {
  const { reference: name, amount, amountKobo, customer, ...terms } = parse(checkoutRequest, body);
  return {
    reference: readReference(name, idempotencyKey) ?? mintReference(),
    amountKobo: readAmount({ amount, amountKobo }),
    ...omitUndefined(terms),
    customer: omitUndefined(customer),
  };
}

export const virtualAccountRequest = z.strictObject({ bankCode: bankCode.optional() });

export const readVirtualAccountRequest = (body: unknown) => omitUndefined(parse(virtualAccountRequest, body));
