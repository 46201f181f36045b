import type { BillSnapshot } from '../../src/domain/bill/bill.js';
import { rebuildPayout } from '../shared/payout/single-rebuild.js';
import { createPlace, runPayout } from '../shared/payout/single-run.js';
import { isToBeRecovered, refuseInput } from '../shared/run/input.js';
import { runUntilClosed } from '../shared/run/run-until-closed.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import { registerHandlers } from './handlers.js';
import { billKind } from './kind.js';
import { createBillLifecycle } from './lifecycle.js';
import type { BillInput } from './messages.js';
import { newSnapshot } from './state.js';
import { refuseTerms } from './validators.js';

/** One bill, from the merchant's request to its end. The result is the whole snapshot. */
export async function payBill(input: BillInput, worker: WorkerSettings): Promise<BillSnapshot> {
  refuseInput(input, refuseTerms, { beginnings: ['request', 'carried'] });
  const lifecycle = createBillLifecycle(input, worker);
  registerHandlers(lifecycle);
  return runUntilClosed(lifecycle, async () => {
    if (isToBeRecovered(input)) {
      const place = () => createPlace(lifecycle, billKind(lifecycle));
      await lifecycle.restore(() => rebuildPayout(lifecycle, input, { newSnapshot, createPlace: place }));
    }
    // the Web UI shows no details of a new run until it sets them
    if (input.from === 'carried') lifecycle.subject().change({});
    await runPayout(lifecycle, billKind(lifecycle));
    return lifecycle.subject().snapshot();
  });
}
