import {
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import {
  paymentId,
  requestTransferAccount,
  type TransferAccountRequest,
} from '../../workflows/payment/messages.js';
import type { TransferAccount } from '../domain/payment.js';
import { RefusedError, StillWorkingError } from './errors.js';
import type { Reach } from './reach.js';
import { readPayment } from './read-payment.js';

export async function openTransferAccount(
  reach: Reach,
  reference: string,
  request: TransferAccountRequest,
): Promise<TransferAccount> {
  const { client, patienceMs } = reach;
  const handle = client.workflow.getHandle(paymentId(reference));
  try {
    return await client.withDeadline(Date.now() + patienceMs, () =>
      handle.executeUpdate(requestTransferAccount, { args: [request] }),
    );
  } catch (error) {
    if (error instanceof WorkflowUpdateFailedError) throw refusal(error);
    if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) {
      throw new StillWorkingError('the gateway has not answered yet; ask again');
    }
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    // over, or never there: reading it tells which
    const { state } = await readPayment(reach, reference);
    throw new RefusedError('not-open', `the payment is ${state}`);
  }
}

function refusal({ cause, message }: WorkflowUpdateFailedError): RefusedError {
  if (cause instanceof ApplicationFailure) return new RefusedError(cause.type ?? 'refused', cause.message);
  return new RefusedError('refused', cause?.message ?? message);
}
