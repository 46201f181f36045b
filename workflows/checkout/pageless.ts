import { pauseBefore } from '../../src/domain/lifecycle/schedule.js';
import { whyNotCharge } from '../../src/domain/order/may-charge.js';
import { openTransaction } from './open-transaction.js';
import type { CheckoutLifecycle } from './lifecycle.js';

/** It has a transaction but no page, although its channels include one. */
export function isPageless(lifecycle: CheckoutLifecycle): boolean {
  const checkout = lifecycle.subject();
  const { state, unexpected } = checkout.snapshot();
  return state === 'PENDING' && !unexpected && checkout.isPageless();
}

/** Money may have moved: an event says so, or a card that a lost run may have charged. */
function isBlocked(lifecycle: CheckoutLifecycle): boolean {
  const order = lifecycle.subject().snapshot();
  return whyNotCharge(order) !== undefined;
}

/**
 * A recovered transaction has no page, and one whose page an earlier run asked for may not have it yet. Opens
 * a further one instead, after a check: the payer may have paid the first meanwhile.
 */
export async function replaceTransaction(lifecycle: CheckoutLifecycle): Promise<void> {
  const checkout = lifecycle.subject();
  const { recheckScheduleMs } = await lifecycle.settings();
  for (let n = 0; checkout.isPageless(); n++) {
    const ticket = lifecycle.checks.requestNow();
    await lifecycle.pace.until(() => lifecycle.checks.isDone(ticket));
    if (lifecycle.checks.wasComplete() && checkout.isOpen() && !isBlocked(lifecycle)) {
      await openTransaction(lifecycle, Date.parse(checkout.closesAt()));
      return;
    }
    await lifecycle.pace.pause(
      Date.now() + pauseBefore(recheckScheduleMs, n),
      'Recheck with the gateway',
      () => !checkout.isPageless(),
    );
  }
}
