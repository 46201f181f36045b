import type { ChargeSnapshot } from '../../../src/domain/charge/charge.js';
import { collectionPart } from '../collection-sample.js';
import { ADA, ASKED, type Sample, START, TRANSACTION, withAbout } from '../sample.js';

const NOT_SENT = ['refused', 'expired', 'cancelled'];

export function sampleOf(name: string): Sample {
  const part = collectionPart(name);
  const isSent = !NOT_SENT.includes(name);
  const snapshot: ChargeSnapshot = {
    ...part,
    ...(part.paid && { paid: { ...part.paid, method: 'CARD' } }),
    lifecycle: 'charge',
    terms: { reference: 'top-up-1', amountKobo: ASKED, currency: 'NGN', checkout: 'order-1', customer: ADA },
    card: {
      token: 'MNFY_0123456789ABCDEF0123456789ABCDEF',
      email: ADA.email,
      last4: '4081',
      cardType: 'Visa',
    },
    transactions: isSent ? [{ paymentReference: 'top-up-1--c1', transactionReference: TRANSACTION }] : [],
    ...(isSent && { sentAt: START }),
    ...(name === 'refused' && { tokenRefused: true as const }),
  };
  return { snapshot, ...withAbout(name) };
}
