import type { ChargeSnapshot } from '../../src/domain/charge/charge.js';
import { followOrder } from '../shared/collection/follow.js';
import { requestPolicyRefunds } from '../shared/collection/policy-refunds.js';
import { isToBeRecovered, refuseInput } from '../shared/run/input.js';
import { runUntilClosed } from '../shared/run/run-until-closed.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import { registerHandlers } from './handlers.js';
import { chargeKind } from './kind.js';
import { createChargeLifecycle } from './lifecycle.js';
import type { ChargeInput } from './messages.js';
import { rebuild } from './rebuild.js';
import { sendCharge } from './send.js';
import { refuseTerms } from './validators.js';

/** One charge of a card token, from the merchant's request or an event to its end. The result is the whole snapshot. */
export async function makeCharge(input: ChargeInput, worker: WorkerSettings): Promise<ChargeSnapshot> {
  refuseInput(input, refuseTerms);
  const lifecycle = createChargeLifecycle(input, worker);
  registerHandlers(lifecycle);
  return runUntilClosed(lifecycle, async () => {
    if (isToBeRecovered(input)) await lifecycle.restore(() => rebuild(lifecycle, input));
    // the Web UI shows no details of a new run until it sets them
    if (input.from === 'carried') lifecycle.subject().change({});
    requestPolicyRefunds(lifecycle);
    await sendCharge(lifecycle);
    await followOrder(lifecycle, chargeKind(lifecycle));
    return lifecycle.subject().snapshot();
  });
}
