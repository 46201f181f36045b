import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { ASKS } from '../shared/policies.js';
import type { Account } from './account.js';

const { getInvoice } = proxyActivities<Activities>(ASKS);

/**
 * The attached invoice that this transaction is of, by the gateway's own record of the invoice. Asked only
 * while an invoice is awaited, or when the invoice itself had named the transaction.
 */
export async function invoicePaidBy(
  account: Account,
  transactionReference: string,
): Promise<string | undefined> {
  const candidates = account
    .snapshot()
    .invoices.filter((known) => !known.over || known.transactionReference === transactionReference);
  for (const { invoiceReference } of candidates) {
    const answer = await getInvoice.executeWithOptions({ summary: `Ask about ${invoiceReference}` }, [
      { invoiceReference },
    ]);
    if (answer.kind !== 'ok' || answer.body.invoiceReference !== invoiceReference) continue;
    if (answer.body.invoiceStatus !== 'PENDING') account.detach(invoiceReference);
    if (answer.body.transactionReference === transactionReference) return invoiceReference;
  }
  return undefined;
}
