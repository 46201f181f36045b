import type { InvoiceSnapshot } from '../../src/domain/invoice/invoice.js';
import { describeCollection } from '../shared/collection/details.js';

/** What the Web UI shows on top of an invoice: no personal data, it is read by whoever can open the page. */
export function describeInvoice(invoice: InvoiceSnapshot): string {
  const { transactionReference, account, terms } = invoice;
  return describeCollection(invoice, [
    transactionReference && `Gateway transaction \`${transactionReference}\``,
    account && `Account at ${account.bankName}`,
    terms.accountReference && `Attached to the reserved account ${terms.accountReference}`,
  ]);
}
