import { z } from 'zod';
import { mintReference } from '../client/references.js';
import { CHANNELS, type CheckoutTerms } from '../domain/checkout/checkout.js';
import { parse } from './parse.js';
import {
  AMOUNT,
  description,
  email,
  metadata,
  name,
  paymentMethods,
  omitUndefined,
  readAmount,
  readReference,
  reference,
  url,
} from './request-fields.js';
import { splitItems } from './split.js';

const checkoutRequest = z.strictObject({
  reference: reference.optional(),
  ...AMOUNT,
  currency: z.literal('NGN').default('NGN'),
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
