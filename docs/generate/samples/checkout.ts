import type { CheckoutSnapshot } from '../../../src/domain/checkout/checkout.js';
import { collectionPart } from '../collection-sample.js';
import { ADA, ASKED, type Sample, withAbout } from '../sample.js';

export function sampleOf(name: string): Sample {
  const part = collectionPart(name);
  const snapshot: CheckoutSnapshot = {
    ...part,
    lifecycle: 'checkout',
    terms: { reference: 'order-1', amountKobo: ASKED, currency: 'NGN', customer: ADA },
    transactions: part.transactions.map((each) => ({ ...each, paymentReference: 'order-1' })),
  };
  return { snapshot, ...withAbout(name) };
}
