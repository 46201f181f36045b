import { pauseBefore } from '../../src/domain/lifecycle/schedule.js';
import { openTransaction } from './open-transaction.js';
import type { CheckoutLifecycle } from './lifecycle.js';

/** It has a transaction and no page to show, though it is to be paid on one. */
export function isPageless(lifecycle: CheckoutLifecycle): boolean {
  const checkout = lifecycle.subject();
  const { state, unexpected } = checkout.snapshot();
  return state === 'PENDING' && !unexpected && !checkout.isAnswerable();
}

/**
 * A transaction that was found again has no page, and one whose page was asked for in an earlier run may have none
 * yet. A further one takes its place, after a check: the payer may have paid on the first meanwhile.
 */
export async function openInItsPlace(lifecycle: CheckoutLifecycle): Promise<void> {
  const checkout = lifecycle.subject();
  const { recheckScheduleMs } = await lifecycle.settings();
  for (let n = 0; !checkout.isAnswerable(); n++) {
    const ticket = lifecycle.checks.urge();
    await lifecycle.pace.until(() => lifecycle.checks.isDone(ticket));
    const isUnpaid = lifecycle.checks.wasComplete() && lifecycle.claims().length === 0;
    if (isUnpaid && checkout.isOpen()) {
      await openTransaction(lifecycle, Date.parse(checkout.closesAt()));
      return;
    }
    await lifecycle.pace.pause(
      Date.now() + pauseBefore(recheckScheduleMs, n),
      'Check again',
      checkout.isAnswerable,
    );
  }
}
