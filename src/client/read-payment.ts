import { WorkflowNotFoundError } from '@temporalio/client';
import { paymentId, paymentSnapshot } from '../../workflows/payment/messages.js';
import type { PaymentSnapshot } from '../domain/payment.js';
import { NotFoundError, StillWorkingError, UnavailableError } from './errors.js';
import { isSilence, patiently } from './patience.js';
import type { Reach } from './reach.js';

/** A finished payment is read from its result, which needs no worker; a running one is asked. */
export async function readPayment(reach: Reach, reference: string): Promise<PaymentSnapshot> {
  const handle = reach.client.workflow.getHandle(paymentId(reference));
  if (await isRunning(reach, reference)) {
    return patiently(reach, () => handle.query(paymentSnapshot)).catch((error: unknown) => {
      if (!isSilence(error)) throw error;
      throw new StillWorkingError('no worker answers at the moment; the payment itself is safe');
    });
  }
  return (await patiently(reach, () => handle.result())) as PaymentSnapshot;
}

async function isRunning(reach: Reach, reference: string): Promise<boolean> {
  const handle = reach.client.workflow.getHandle(paymentId(reference));
  try {
    const { status } = await patiently(reach, () => handle.describe());
    return status.name === 'RUNNING';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) throw new NotFoundError(`no payment ${reference} is known`);
    if (isSilence(error)) throw new UnavailableError('Temporal does not answer');
    throw error;
  }
}
