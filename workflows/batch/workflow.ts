import type { BatchSnapshot } from '../../src/domain/batch/batch.js';
import { isToBeRecovered, refuseInput } from '../shared/run/input.js';
import { runUntilClosed } from '../shared/run/run-until-closed.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import { followParts } from './follow.js';
import { registerHandlers } from './handlers.js';
import { createBatchLifecycle } from './lifecycle.js';
import type { BatchInput } from './messages.js';
import { followReports, signalParts } from './parts.js';
import { prepareBatch } from './prepare.js';
import { rebuild } from './rebuild.js';
import { refuseTerms } from './validators.js';

/**
 * One batch, from the merchant's request to the end of its last row. Its parts hold the rows and send them; it decides
 * when. The result is the whole snapshot.
 */
export async function payBatch(input: BatchInput, worker: WorkerSettings): Promise<BatchSnapshot> {
  refuseInput(input, refuseTerms);
  const lifecycle = createBatchLifecycle(input, worker);
  registerHandlers(lifecycle);
  return runUntilClosed(lifecycle, async () => {
    if (isToBeRecovered(input)) await lifecycle.restore(() => rebuild(lifecycle, input));
    const batch = lifecycle.subject();
    // the Web UI shows no details of a new run until it sets them
    batch.change({});
    lifecycle.spawn(followReports(lifecycle));
    lifecycle.spawn(signalParts(lifecycle));
    if (batch.isPreparing()) await prepareBatch(lifecycle);
    await followParts(lifecycle);
    return batch.snapshot();
  });
}
