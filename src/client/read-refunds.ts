import { refunds as REFUNDS } from '../../workflows/lifecycles.js';
import { type RefundSums, sumsOf } from '../domain/refund/bounds.js';
import type { RefundsSnapshot } from '../domain/refund/refund.js';
import type { ClientContext } from './context.js';
import { InProgressError } from './errors.js';
import { isRefusedInput } from './read.js';
import { readOrRestore } from './restore.js';

/**
 * What the refunds of a transaction have returned, and may; null where it has none. Those whose run was lost are restored first, and
 * say nothing before the gateway has listed what that run may have sent.
 */
export async function readRefunds(
  context: ClientContext,
  transactionReference: string,
): Promise<RefundSums | null> {
  const snapshot = await readOrRestore<RefundsSnapshot>(context, REFUNDS, transactionReference);
  if (!snapshot || isRefusedInput(snapshot)) return null;
  if (snapshot.isUnlisted)
    throw new InProgressError(`The refunds of ${transactionReference} are being restored.`);
  return sumsOf(snapshot);
}
