import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { ownerOf } from '../shared/run/owner.js';
import type { AccountLifecycle } from './lifecycle.js';

const { getInvoice } = proxyActivities<Activities>(GATEWAY_READ);

/**
 * The attached invoice that owns this transaction, by the gateway's record of the invoice. Read only while an
 * invoice is awaited, or when the invoice itself had named the transaction; an invoice that is no longer
 * stored here is found by its search attribute.
 */
export async function invoicePaidBy(
  lifecycle: AccountLifecycle,
  transactionReference: string,
): Promise<string | undefined> {
  const account = lifecycle.subject();
  const { invoices, invoicesDropped } = account.snapshot();
  const isNamed = (known: (typeof invoices)[number]) => known.transactionReference === transactionReference;
  const candidates = [
    ...invoices.filter(isNamed),
    ...invoices.filter((known) => !known.over && !isNamed(known)),
  ];
  for (const { invoiceReference, over } of candidates) {
    const summary = { summary: `Check ${invoiceReference}` };
    const answer = await lifecycle.pace.call(() =>
      getInvoice.executeWithOptions(summary, [{ invoiceReference }]),
    );
    if (answer.kind !== 'ok' || answer.body.invoiceReference !== invoiceReference) continue;
    if (answer.body.invoiceStatus !== 'PENDING' && !over) account.detach(invoiceReference);
    if (answer.body.transactionReference === transactionReference) return invoiceReference;
  }
  if (!invoicesDropped) return undefined;
  const owner = await ownerOf(lifecycle, transactionReference);
  return owner?.lifecycle === 'invoice' ? owner.reference : undefined;
}
