import type { PaycodeSnapshot } from '../../src/domain/paycode/paycode.js';
import { rebuildPayout } from '../shared/payout/single-rebuild.js';
import { createPlace, runPayout } from '../shared/payout/single-run.js';
import { isToBeRecovered, refuseInput } from '../shared/run/input.js';
import { runUntilClosed } from '../shared/run/run-until-closed.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import { registerHandlers } from './handlers.js';
import { paycodeKind } from './kind.js';
import { createPaycodeLifecycle } from './lifecycle.js';
import type { PaycodeInput } from './messages.js';
import { newSnapshot } from './state.js';
import { refuseTerms } from './validators.js';

/** One paycode, from the merchant's request until its cash is collected or back. The result is the whole snapshot. */
export async function payPaycode(input: PaycodeInput, worker: WorkerSettings): Promise<PaycodeSnapshot> {
  refuseInput(input, refuseTerms, { beginnings: ['request', 'carried'] });
  const lifecycle = createPaycodeLifecycle(input, worker);
  const { cancelUnwanted } = registerHandlers(lifecycle);
  return runUntilClosed(lifecycle, async () => {
    if (isToBeRecovered(input)) {
      const place = () => createPlace(lifecycle, paycodeKind(lifecycle));
      await lifecycle.restore(() => rebuildPayout(lifecycle, input, { newSnapshot, createPlace: place }));
    }
    // the Web UI shows no details of a new run until it sets them
    if (input.from === 'carried') lifecycle.subject().change({});
    lifecycle.spawn(cancelUnwanted());
    await runPayout(lifecycle, paycodeKind(lifecycle));
    return lifecycle.subject().snapshot();
  });
}
