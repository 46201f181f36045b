import { type Channel, CHANNELS } from './checkout.js';

/** What the gateway's hosted page can offer: its own words. */
export const PAYMENT_METHODS = ['CARD', 'ACCOUNT_TRANSFER', 'USSD', 'PHONE_NUMBER'] as const;

export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

const METHOD_OF: Readonly<Partial<Record<Channel, PaymentMethod>>> = {
  card: 'CARD',
  transfer: 'ACCOUNT_TRANSFER',
};

/**
 * What the hosted page offers: the methods that were asked for, else those of the channels beside it. A checkout with
 * the page alone, or with no word on channels, offers whatever the contract allows.
 */
export function methodsOf({
  channels,
  paymentMethods,
}: {
  readonly channels?: readonly Channel[];
  readonly paymentMethods?: readonly PaymentMethod[];
}): PaymentMethod[] | undefined {
  if (paymentMethods) return [...paymentMethods];
  const isRestricted = channels !== undefined && channels.length < CHANNELS.length;
  const methods = (isRestricted ? channels : []).flatMap((channel) => METHOD_OF[channel] ?? []);
  return channels?.includes('page') && methods.length > 0 ? methods : undefined;
}
