import { isGrpcDeadlineError, QueryRejectedError, WorkflowNotFoundError } from '@temporalio/client';
import { paymentId, paymentSnapshot } from '../../workflows/payment/messages.js';
import type { PaymentSnapshot } from '../domain/payment.js';
import { NotFoundError, StillWorkingError } from './errors.js';
import type { Reach } from './reach.js';

/** A finished payment is read from its result, which needs no worker; a running one is asked. */
export async function readPayment(
  { client, patienceMs }: Reach,
  reference: string,
): Promise<PaymentSnapshot> {
  const handle = client.workflow.getHandle(paymentId(reference));
  try {
    return await client.withDeadline(Date.now() + patienceMs, async () => {
      const { status } = await handle.describe();
      if (status.name === 'RUNNING') return handle.query(paymentSnapshot);
      return (await handle.result()) as PaymentSnapshot;
    });
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) throw new NotFoundError(`no payment ${reference} is known`);
    const asleep = isDeadline(error) || error instanceof QueryRejectedError;
    if (asleep) throw new StillWorkingError('no worker answers at the moment; the payment itself is safe');
    throw error;
  }
}

function isDeadline(error: unknown): boolean {
  return isGrpcDeadlineError(error) || (error instanceof Error && isGrpcDeadlineError(error.cause));
}
