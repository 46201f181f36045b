import { type Channel, CHANNELS } from './checkout.js';

/** The payment methods of the gateway's hosted page, in its spelling. */
export const PAYMENT_METHODS = ['CARD', 'ACCOUNT_TRANSFER', 'USSD', 'PHONE_NUMBER'] as const;

export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

const METHOD_OF: Readonly<Partial<Record<Channel, PaymentMethod>>> = {
  card: 'CARD',
  transfer: 'ACCOUNT_TRANSFER',
};

/**
 * What the hosted page offers: the requested methods, else those of the other channels. A checkout with the
 * page alone, or without channels, offers whatever the contract allows.
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
