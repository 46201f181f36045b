import type { SettlementSnapshot } from '../../src/domain/settlement/settlement.js';
import { isToBeRecovered, refuseInput } from '../shared/run/input.js';
import { runUntilClosed } from '../shared/run/run-until-closed.js';
import { waitForOutcome } from '../shared/run/wait-for-outcome.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import { registerHandlers } from './handlers.js';
import { createSettlementLifecycle } from './lifecycle.js';
import type { SettlementInput } from './messages.js';
import { rebuild } from './rebuild.js';
import { settlementStrategy } from './strategy.js';

/**
 * A settlement of the gateway: its payments are listed, summed and compared with their lifecycles, until they prove its
 * total. Events start it; the result is the whole snapshot.
 */
export async function proveSettlement(
  input: SettlementInput,
  worker: WorkerSettings,
): Promise<SettlementSnapshot> {
  // only the gateway settles: there is nothing to request
  refuseInput(input, () => undefined, { beginnings: ['event', 'carried'] });
  const lifecycle = createSettlementLifecycle(input, worker);
  registerHandlers(lifecycle);
  return runUntilClosed(lifecycle, async () => {
    if (isToBeRecovered(input)) await lifecycle.restore(() => rebuild(lifecycle, input));
    // the Web UI shows no details of a new run until it sets them
    if (input.from === 'carried') lifecycle.subject().change({});
    await waitForOutcome(lifecycle, settlementStrategy(lifecycle));
    return lifecycle.subject().snapshot();
  });
}
