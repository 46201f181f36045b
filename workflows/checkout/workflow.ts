import type { CheckoutSnapshot } from '../../src/domain/checkout/checkout.js';
import { followOrder } from '../shared/collection/follow.js';
import { requestPolicyRefunds } from '../shared/collection/policy-refunds.js';
import { isToBeRecovered, refuseInput } from '../shared/run/input.js';
import { runUntilClosed } from '../shared/run/run-until-closed.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import { registerHandlers } from './handlers.js';
import { refuseTerms } from './validators.js';
import type { CheckoutInput } from './messages.js';
import { openFirstTransaction } from './open-transaction.js';
import { isPageless, replaceTransaction } from './pageless.js';
import { checkoutKind } from './kind.js';
import { rebuild } from './rebuild.js';
import { createCheckoutLifecycle, type CheckoutLifecycle } from './lifecycle.js';

/**
 * One checkout, from the merchant's request or an event to its end. The result is the whole snapshot; an
 * event that belonged to another lifecycle leaves none.
 */
export async function collectCheckout(
  input: CheckoutInput,
  worker: WorkerSettings,
): Promise<CheckoutSnapshot | undefined> {
  refuseInput(input, refuseTerms);
  const lifecycle = createCheckoutLifecycle(input, worker);
  registerHandlers(lifecycle);
  return runUntilClosed(lifecycle, async () => {
    if (isToBeRecovered(input) && !(await lifecycle.restore(() => rebuild(lifecycle, input))))
      return undefined;
    // the Web UI shows no details of a new run until it sets them
    if (input.from === 'carried') lifecycle.subject().change({});
    requestPolicyRefunds(lifecycle);
    if (isUnopened(lifecycle)) await openFirstTransaction(lifecycle);
    if (isPageless(lifecycle)) lifecycle.spawn(replaceTransaction(lifecycle));
    await followOrder(lifecycle, checkoutKind(lifecycle));
    return lifecycle.subject().snapshot();
  });
}

/** The checkout has no transaction yet, and was neither cancelled nor refused. */
function isUnopened(lifecycle: CheckoutLifecycle): boolean {
  const { transactions, state, unexpected, end } = lifecycle.subject().snapshot();
  return state === 'PENDING' && !end && transactions.length === 0 && !unexpected;
}
