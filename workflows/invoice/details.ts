import type { InvoiceSnapshot } from '../../src/domain/invoice/invoice.js';
import { describeCollection } from '../shared/collection/details.js';

/** The details of an invoice in the Web UI. No personal data: everyone with access to the page reads it. */
export function describeInvoice(invoice: InvoiceSnapshot): string {
  const { transactionReference, account, terms } = invoice;
  return describeCollection(invoice, [
    transactionReference && `Gateway transaction \`${transactionReference}\``,
    account && `Account ${account.accountNumber} at ${account.bankName}`,
    terms.accountReference && `Attached to the reserved account ${terms.accountReference}`,
  ]);
}
