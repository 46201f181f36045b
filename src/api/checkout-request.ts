import { z } from 'zod';
import { mintReference } from '../client/terms.js';
import { CHANNELS, type CheckoutTerms } from '../domain/payment.js';
import { parse } from './parse.js';
import {
  AMOUNT,
  description,
  email,
  name,
  readAmount,
  readReference,
  reference,
  url,
} from './request-fields.js';

const checkoutRequest = z.strictObject({
  reference: reference.optional(),
  ...AMOUNT,
  currency: z.literal('NGN').default('NGN'),
  customer: z.strictObject({ email, name: name.optional() }),
  description: description.optional(),
  redirectUrl: url.optional(),
  channels: z
    .array(z.enum(CHANNELS, `must be some of ${CHANNELS.join(', ')}`))
    .min(1, 'must name one at least')
    // the same ways in another order are the same terms
    .transform((given) => CHANNELS.filter((channel) => given.includes(channel)))
    .optional(),
});

/** Reads a create request into terms. */
export function readCheckoutRequest(body: unknown, idempotencyKey: string | undefined): CheckoutTerms {
  const given = parse(checkoutRequest, body);
  const { customer, description, redirectUrl, currency, channels } = given;
  return {
    reference: readReference(given.reference, idempotencyKey) ?? mintReference(),
    amountKobo: readAmount(given),
    currency,
    customer: { email: customer.email, ...(customer.name !== undefined && { name: customer.name }) },
    ...(description !== undefined && { description }),
    ...(redirectUrl !== undefined && { redirectUrl }),
    ...(channels !== undefined && { channels }),
  };
}
