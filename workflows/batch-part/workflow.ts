import type { PartSnapshot } from '../../src/domain/batch/batch-part.js';
import { isToBeRecovered, refuseInput } from '../shared/run/input.js';
import { runUntilClosed } from '../shared/run/run-until-closed.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import { registerHandlers } from './handlers.js';
import { createPartLifecycle } from './lifecycle.js';
import { BATCH_PART, type PartInput } from './messages.js';
import { checkNames } from './names.js';
import { awaitOrder, followOrders } from './orders.js';
import { payPart } from './pay.js';
import { rebuild } from './rebuild.js';
import { reportChanges } from './report.js';
import { refuseTerms } from './validators.js';

/** Up to 500 rows of a batch, from their names to their ends. The result is the whole snapshot, with every row. */
export async function payBatchPart(input: PartInput, worker: WorkerSettings): Promise<PartSnapshot> {
  refuseInput(input, refuseTerms, { largest: BATCH_PART.largestTerms });
  const lifecycle = createPartLifecycle(input, worker);
  registerHandlers(lifecycle);
  return runUntilClosed(lifecycle, async () => {
    if (isToBeRecovered(input)) await lifecycle.restore(() => rebuild(lifecycle, input));
    const part = lifecycle.subject();
    // the Web UI shows no details of a new run until it sets them
    part.change({});
    lifecycle.spawn(followOrders(lifecycle));
    lifecycle.spawn(reportChanges(lifecycle));
    // what may have been sent is looked for at once, whatever the batch orders
    if (part.isUnsent()) {
      if (part.snapshot().state === 'PENDING') await checkNames(lifecycle);
      await awaitOrder(lifecycle);
    }
    await payPart(lifecycle);
    return part.snapshot();
  });
}
