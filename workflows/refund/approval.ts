import { workflowInfo } from '@temporalio/workflow';
import { grantedTerms } from '../../src/domain/refund/refund.js';
import { requestApproval } from '../shared/payout/approval.js';
import type { ApprovalPlace } from '../shared/payout/approval-place.js';
import { checkGrantByWorker } from '../shared/payout/decisions.js';
import { refundOf } from './entries.js';
import type { RefundsLifecycle } from './lifecycle.js';

/** Each refund has an approval of its own, for just its terms: other refunds of the transaction continue meanwhile. */
export function approvalPlaceOf(lifecycle: RefundsLifecycle, refundReference: string): ApprovalPlace {
  const refunds = lifecycle.subject();
  const terms = () => {
    const { terms: transaction } = refunds.snapshot();
    return grantedTerms(transaction.reference, refundOf(lifecycle, refundReference).terms);
  };
  return {
    reference: `${workflowInfo().workflowId}/${refundReference}`,
    read: () => refundOf(lifecycle, refundReference),
    write: (part) => refunds.update(refundReference, part),
    maker: () => refundOf(lifecycle, refundReference).maker,
    checkMaker: (signed, purpose) => checkGrantByWorker(lifecycle, signed, purpose),
    requestedTerms: terms,
    approvedTerms: terms,
    // checks with the gateway are about other refunds, and the main loop makes them
    wait: (until, { summary, isOver }) =>
      lifecycle.pace.pause(until, `${summary} of ${refundReference}`, isOver),
  };
}

/** Above a limit another person must approve a refund, also one that a policy asked for. */
export async function askApproval(
  lifecycle: RefundsLifecycle,
  refundReference: string,
  notAfter: number,
): Promise<void> {
  await requestApproval(lifecycle, approvalPlaceOf(lifecycle, refundReference), {
    amountKobo: refundOf(lifecycle, refundReference).terms.amountKobo,
    notAfter,
    asksAgain: true,
    isWanted: () => refundOf(lifecycle, refundReference).unwanted === undefined,
  });
}
