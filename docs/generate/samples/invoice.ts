import type { InvoiceSnapshot } from '../../../src/domain/invoice/invoice.js';
import { collectionPart } from '../collection-sample.js';
import { ADA, ASKED, type Sample, TRANSACTION, withAbout } from '../sample.js';

export function sampleOf(name: string): Sample {
  const expiresAt = '2026-02-15T09:00:00.000Z';
  const snapshot: InvoiceSnapshot = {
    ...collectionPart(name),
    lifecycle: 'invoice',
    terms: {
      reference: 'invoice-1',
      amountKobo: ASKED,
      currency: 'NGN',
      customer: ADA,
      description: 'School fees',
      expiresAt,
    },
    transactionReference: TRANSACTION,
    expiresAt,
  };
  return { snapshot, ...withAbout(name) };
}
