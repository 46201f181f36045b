import type { CheckoutSnapshot } from '../../../src/domain/checkout/checkout.js';
import { collectionPart } from '../collection-sample.js';
import { ADA, ASKED, type Sample, TRANSACTION, withAbout } from '../sample.js';

export function sampleOf(name: string): Sample {
  const snapshot: CheckoutSnapshot = {
    ...collectionPart(name),
    lifecycle: 'checkout',
    terms: { reference: 'order-1', amountKobo: ASKED, currency: 'NGN', customer: ADA },
    transactions: [{ paymentReference: 'order-1', transactionReference: TRANSACTION }],
  };
  return { snapshot, ...withAbout(name) };
}
