import { CHANNELS } from '../../src/domain/checkout/checkout.js';
import { isReference } from '../../src/domain/reference.js';
import { isAmount, isOptional, isRecord, isText } from '../shared/run/shapes.js';
import { isMetadata, refuseExtras } from '../shared/run/terms.js';

/** Returns what is wrong with the terms, if anything. The api checks the same; other clients may not. */
export function refuseTerms(terms: Readonly<Record<string, unknown>>): string | undefined {
  const { reference, amountKobo, currency, customer, description, redirectUrl, channels } = terms;
  if (!isText(reference) || !isReference(reference)) return 'reference: expected a valid reference';
  if (!isAmount(amountKobo) || amountKobo === 0) return 'amountKobo: expected a whole number above zero';
  if (currency !== 'NGN') return 'currency: expected NGN';
  if (!isRecord(customer) || !isText(customer.email)) return 'customer.email: expected a text';
  if (customer.name !== undefined && typeof customer.name !== 'string')
    return 'customer.name: expected a text';
  if (description !== undefined && !isText(description, 1_000)) return 'description: expected a text';
  if (redirectUrl !== undefined && !isText(redirectUrl, 4_096)) return 'redirectUrl: expected a text';
  const areChannels =
    channels === undefined ||
    (Array.isArray(channels) && channels.every((each) => CHANNELS.some((channel) => channel === each)));
  if (!areChannels) return `channels: expected a list of ${CHANNELS.join(', ')}`;
  if (!isOptional(terms.metadata, isMetadata)) return 'metadata: expected texts by name';
  return refuseExtras(terms);
}
