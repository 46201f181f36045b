import type { CheckoutSnapshot } from '../../src/domain/checkout/checkout.js';
import { waitForOutcome } from '../shared/collection/wait-for-outcome.js';
import { isToBeRecovered, refuseInput } from '../shared/run/input.js';
import { runUntilClosed } from '../shared/run/run-until-closed.js';
import { registerHandlers } from './handlers.js';
import { refuseTerms } from './validators.js';
import type { CheckoutInput } from './messages.js';
import { openFirstTransaction } from './open-transaction.js';
import { isPageless, openInItsPlace } from './pageless.js';
import { checkoutStrategy } from './strategy.js';
import { rebuild } from './rebuild.js';
import { createCheckoutLifecycle, type CheckoutLifecycle } from './lifecycle.js';

/**
 * One payment, from the merchant's request (or from news of it) to its end. The result is all we know; news that
 * was another story's leaves none.
 */
export async function collectCheckout(input: CheckoutInput): Promise<CheckoutSnapshot | undefined> {
  refuseInput(input, refuseTerms);
  const lifecycle = createCheckoutLifecycle(input);
  registerHandlers(lifecycle);
  return runUntilClosed(lifecycle, async () => {
    if (isToBeRecovered(input) && !(await rebuild(lifecycle, input))) return undefined;
    // the Web UI shows nothing of a run that has not said anything yet
    if (input.from === 'carried') lifecycle.subject().change({});
    if (isUnopened(lifecycle)) await openFirstTransaction(lifecycle);
    if (isPageless(lifecycle)) lifecycle.spawn(openInItsPlace(lifecycle));
    await waitForOutcome(lifecycle, checkoutStrategy(lifecycle));
    return lifecycle.subject().snapshot();
  });
}

/** A payment that nobody can pay yet gets its first transaction, unless it was called off before. */
function isUnopened(lifecycle: CheckoutLifecycle): boolean {
  const { transactions, state, unexpected } = lifecycle.subject().snapshot();
  return state === 'PENDING' && transactions.length === 0 && !unexpected;
}
