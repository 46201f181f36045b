import { WorkflowNotFoundError } from '@temporalio/client';
import { payerReturned, paymentId } from '../../workflows/payment/messages.js';
import { patiently } from './patience.js';
import type { Reach } from './reach.js';

/** Of a payment that is over there is nothing to ask; reading it tells how it ended. */
export async function tellPayerReturned(reach: Reach, reference: string): Promise<void> {
  const handle = reach.client.workflow.getHandle(paymentId(reference));
  await patiently(reach, () => handle.signal(payerReturned)).catch((error: unknown) => {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  });
}
