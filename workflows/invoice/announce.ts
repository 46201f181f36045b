import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { INTERNAL } from '../shared/gateway/activity-options.js';
import type { InvoiceLifecycle } from './lifecycle.js';

const { forwardEvent } = proxyActivities<Activities>(INTERNAL);

/** The reserved account that an invoice is paid through learns which money is the invoice's: each transaction that it names. */
export async function announce(lifecycle: InvoiceLifecycle, transactionReference: string): Promise<void> {
  const { accountReference, reference } = lifecycle.subject().snapshot().terms;
  if (accountReference === undefined) return;
  await lifecycle.pace.call(() =>
    forwardEvent.executeWithOptions({ summary: `Announce ${reference} to its account` }, [
      { lifecycle: 'reserved-account', reference: accountReference },
      {
        kind: 'invoice-attached',
        key: `invoice-attached:${transactionReference}`,
        eventType: 'invoice-attached',
        invoiceReference: reference,
        transactionReference,
      },
    ]),
  );
}
