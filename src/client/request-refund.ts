import type { RefundRequest, RefundsSnapshot } from '../domain/refund/refund.js';
import type { OwareClient } from './client.js';
import { InProgressError, NotFoundError } from './errors.js';

export interface RefundAnswer {
  readonly kind: 'new' | 'existing' | 'in-progress';
  /** Missing where the workflow cannot be read yet. */
  readonly snapshot?: RefundsSnapshot | undefined;
}

/** Requests a refund of a transaction; a repeat gets the same refund. */
export async function requestRefund(
  { refunds }: Pick<OwareClient, 'refunds'>,
  transactionReference: string,
  request: RefundRequest,
): Promise<RefundAnswer> {
  try {
    const { isNew, snapshot } = await refunds.request(transactionReference, request);
    return { kind: isNew ? 'new' : 'existing', snapshot };
  } catch (error) {
    if (!(error instanceof InProgressError)) throw error;
    return { kind: 'in-progress', snapshot: await refunds.get(transactionReference).catch(ignoreUnread) };
  }
}

function ignoreUnread(error: unknown): undefined {
  if (error instanceof InProgressError || error instanceof NotFoundError) return undefined;
  throw error;
}
