import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { ownerOf } from '../shared/run/owner.js';
import type { AccountLifecycle } from './lifecycle.js';

const { getInvoice } = proxyActivities<Activities>(GATEWAY_READ);

/** Whether it belongs to an invoice could not be learned: the gateway's reply was about another invoice. */
export const UNKNOWN_OWNER = Symbol('unknown owner');

/**
 * The attached invoice that owns this transaction: the one that named it, or the gateway's record of one that is awaited. What
 * an invoice has named is never reported as a credit, whatever its record shows: the invoice reports it. An invoice that is no
 * longer stored here is found by its search attribute.
 */
export async function invoicePaidBy(
  lifecycle: AccountLifecycle,
  transactionReference: string,
): Promise<string | undefined | typeof UNKNOWN_OWNER> {
  const account = lifecycle.subject();
  const { invoices, invoicesDropped } = account.snapshot();
  const isNamed = (known: (typeof invoices)[number]) => known.transactionReference === transactionReference;
  const candidates = [
    ...invoices.filter(isNamed),
    ...invoices.filter((known) => !known.over && !isNamed(known)),
  ];
  for (const known of candidates) {
    const { invoiceReference, over } = known;
    const summary = { summary: `Check ${invoiceReference}` };
    const answer = await lifecycle.pace.call(() =>
      getInvoice.executeWithOptions(summary, [{ invoiceReference }]),
    );
    if (isNamed(known) && answer.kind !== 'ok') return invoiceReference;
    if (answer.kind !== 'ok') continue;
    const isCrossed = answer.body.invoiceReference !== invoiceReference;
    if (isCrossed) return isNamed(known) ? invoiceReference : UNKNOWN_OWNER;
    if (answer.body.invoiceStatus !== 'PENDING' && !over) account.detach(invoiceReference);
    if (isNamed(known) || answer.body.transactionReference === transactionReference) return invoiceReference;
  }
  if (!invoicesDropped) return undefined;
  const owner = await ownerOf(lifecycle, transactionReference);
  return owner?.lifecycle === 'invoice' ? owner.reference : undefined;
}
