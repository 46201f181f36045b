import type { SubscriptionSnapshot } from '../../src/domain/subscription/subscription.js';
import { isToBeRecovered, refuseInput } from '../shared/run/input.js';
import { runUntilClosed } from '../shared/run/run-until-closed.js';
import { waitForOutcome } from '../shared/run/wait-for-outcome.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import { chargePeriods, followCharges } from './charge-periods.js';
import { registerHandlers } from './handlers.js';
import { createSubscriptionLifecycle } from './lifecycle.js';
import type { SubscriptionInput } from './messages.js';
import { prepareSubscription } from './prepare.js';
import { rebuild } from './rebuild.js';
import { subscriptionStrategy } from './strategy.js';
import { refuseTerms } from './validators.js';

/** One subscription, from the merchant's request to the end of its plan, over as many runs as that takes. */
export async function chargeSubscription(
  input: SubscriptionInput,
  worker: WorkerSettings,
): Promise<SubscriptionSnapshot> {
  refuseInput(input, refuseTerms);
  const lifecycle = createSubscriptionLifecycle(input, worker);
  registerHandlers(lifecycle);
  return runUntilClosed(lifecycle, async () => {
    if (isToBeRecovered(input)) await lifecycle.restore(() => rebuild(lifecycle, input));
    // the Web UI shows no details of a new run until it sets them
    if (input.from === 'carried') lifecycle.subject().change({});
    await prepareSubscription(lifecycle);
    const strategy = subscriptionStrategy(lifecycle);
    lifecycle.spawn(followCharges(lifecycle));
    // beside the loop that takes events and checks: a charge in flight must not keep it from them
    if (!strategy.isOver()) lifecycle.spawn(chargePeriods(lifecycle));
    await waitForOutcome(lifecycle, strategy);
    return lifecycle.subject().snapshot();
  });
}
