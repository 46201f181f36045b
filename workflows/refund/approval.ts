import { workflowInfo } from '@temporalio/workflow';
import { grantedTerms, type Refund } from '../../src/domain/refund/refund.js';
import { type ApprovalRequest, awaitApprovalAt } from '../shared/payout/approval.js';
import type { ApprovalPlace } from '../shared/payout/approval-place.js';
import { checkGrantByWorker } from '../shared/payout/decisions.js';
import { refusal } from '../shared/run/commands.js';
import { isText } from '../shared/run/shapes.js';
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
    write: (part) => refunds.setApproval(refundReference, part),
    maker: () => refundOf(lifecycle, refundReference).maker,
    // not local: several refunds may ask at once, and beside them each send reads whether it is ready
    checkMaker: (signed, purpose) => checkGrantByWorker(lifecycle, signed, purpose),
    requestedTerms: terms,
    approvedTerms: terms,
    // checks with the gateway are about other refunds, and the main loop makes them
    wait: (until, { summary, isOver }) =>
      lifecycle.pace.pause(until, `${summary} of ${refundReference}`, isOver),
  };
}

/** Refuses a command that names no refund. */
export function refundOf(lifecycle: RefundsLifecycle, refundReference: unknown): Refund {
  if (!isText(refundReference)) throw refusal('invalid', 'expected the reference of a refund');
  const refund = lifecycle.subject().find(refundReference);
  if (!refund) throw refusal('invalid', `the transaction has no refund ${refundReference}`);
  return refund;
}

/** Above a limit another person must approve a refund, also one that a policy asked for. Ends it if it must not be sent. */
export async function waitForApproval(
  lifecycle: RefundsLifecycle,
  refundReference: string,
  { notAfter, isWanted }: Pick<ApprovalRequest, 'isWanted'> & { readonly notAfter: number },
): Promise<void> {
  const refunds = lifecycle.subject();
  const outcome = await awaitApprovalAt(lifecycle, approvalPlaceOf(lifecycle, refundReference), {
    amountKobo: refundOf(lifecycle, refundReference).terms.amountKobo,
    notAfter,
    isWanted,
    onRequested: ({ because }) =>
      refunds.enter(refundReference, 'WAITING_FOR_APPROVAL', because.join('; ')).forEach(lifecycle.notify),
  });
  switch (outcome.kind) {
    case 'approved':
      // asked again before each further attempt
      if (refunds.find(refundReference)?.state === 'WAITING_FOR_APPROVAL') {
        refunds.enter(refundReference, 'PENDING', outcome.reason);
      }
      return;
    case 'declined':
      refunds.endUnsent(refundReference, 'CANCELLED', outcome.reason).forEach(lifecycle.notify);
      return;
    case 'expired':
      refunds.endUnsent(refundReference, 'EXPIRED', outcome.reason).forEach(lifecycle.notify);
      return;
    case 'not-needed':
    case 'withdrawn':
      // the operation sees that it is no longer wanted
      return;
  }
}
