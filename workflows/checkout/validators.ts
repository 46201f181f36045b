import { CHANNELS } from '../../src/domain/checkout/checkout.js';
import { isReference } from '../../src/domain/reference.js';
import { isAmount, isOptional, isRecord, isText } from '../shared/run/shapes.js';
import { refuseExtras } from '../shared/run/terms.js';

/** What is wrong with these terms, if anything is. The api has refused all of it before; others may not have. */
export function refuseTerms(terms: Readonly<Record<string, unknown>>): string | undefined {
  const { reference, amountKobo, currency, customer, description, redirectUrl, channels } = terms;
  if (!isText(reference) || !isReference(reference)) return 'reference is none';
  if (!isAmount(amountKobo) || amountKobo === 0) return 'amountKobo must be a whole number above zero';
  if (currency !== 'NGN') return 'currency must be NGN';
  if (!isRecord(customer) || !isText(customer.email)) return 'customer.email must be a text';
  if (customer.name !== undefined && typeof customer.name !== 'string') return 'customer.name must be a text';
  if (description !== undefined && !isText(description, 1_000)) return 'description must be a text';
  if (redirectUrl !== undefined && !isText(redirectUrl, 4_096)) return 'redirectUrl must be a text';
  const areChannels =
    channels === undefined ||
    (Array.isArray(channels) && channels.every((each) => CHANNELS.some((channel) => channel === each)));
  if (!areChannels) return `channels must be of ${CHANNELS.join(', ')}`;
  if (!isOptional(terms.metadata, isMetadata)) return 'metadata must be texts by name';
  return refuseExtras(terms);
}

function isMetadata(given: unknown): boolean {
  return isRecord(given) && Object.values(given).every((value) => typeof value === 'string');
}
