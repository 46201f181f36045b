import { pauseBefore } from '../../src/domain/schedule.js';
import { openTransaction } from './open-transaction.js';
import type { PaymentStory } from './story.js';

/** It has a transaction and no page to show, though it is to be paid on one. */
export function isPageless(story: PaymentStory): boolean {
  const payment = story.known();
  const { state, unexpected } = payment.snapshot();
  return state === 'PENDING' && !unexpected && !payment.isAnswerable();
}

/**
 * A transaction that was found again has no page, and one whose page was asked for in an earlier run may have none
 * yet. A further one takes its place, after a check: the payer may have paid on the first meanwhile.
 */
export async function openInItsPlace(story: PaymentStory): Promise<void> {
  const payment = story.known();
  const { lookAgainMs } = await story.settings();
  for (let n = 0; !payment.isAnswerable(); n++) {
    const ticket = story.checks.urge();
    await story.pace.until(() => story.checks.isDone(ticket));
    const isUnpaid = story.checks.wasComplete() && story.claims().length === 0;
    if (isUnpaid && payment.isOpen()) {
      await openTransaction(story, Date.parse(payment.closesAt()));
      return;
    }
    await story.pace.pause(Date.now() + pauseBefore(lookAgainMs, n), 'Check again', payment.isAnswerable);
  }
}
