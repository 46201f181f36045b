import type { SinglePayoutSnapshot } from '../../../src/domain/single-payout.js';
import { awaitApproval } from './approval.js';
import type { SinglePayoutLifecycle } from './single-payout.js';

/** Above a limit another person must approve the payout; ends it if they do not. */
export async function waitForPayoutApproval<Snapshot extends SinglePayoutSnapshot>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  notAfter: number,
): Promise<void> {
  const payout = lifecycle.subject();
  const outcome = await awaitApproval(lifecycle, {
    amountKobo: payout.snapshot().terms.amountKobo,
    notAfter,
    isWanted: payout.isWanted,
    onRequested: ({ because }) =>
      payout.enter('WAITING_FOR_APPROVAL', because.join('; ')).forEach(lifecycle.notify),
  });
  switch (outcome.kind) {
    case 'not-needed':
      return;
    case 'approved':
      payout.enter('PENDING', outcome.reason);
      return;
    case 'expired':
      lifecycle.notify(payout.endUnsent('EXPIRED', outcome.reason));
      return;
    default:
      lifecycle.notify(payout.endUnsent('CANCELLED', payout.snapshot().unwanted ?? outcome.reason));
  }
}
