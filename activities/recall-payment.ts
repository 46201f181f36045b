import { type Client, WorkflowFailedError } from '@temporalio/client';
import type { PaymentSnapshot } from '../src/domain/payment.js';

/** Reads what a finished run left behind. */
export async function recallPayment(
  client: Client,
  workflowId: string,
  runId: string,
): Promise<PaymentSnapshot | null> {
  try {
    return (await client.workflow.getHandle(workflowId, runId).result()) as PaymentSnapshot;
  } catch (error) {
    if (error instanceof WorkflowFailedError) return null;
    throw error;
  }
}
