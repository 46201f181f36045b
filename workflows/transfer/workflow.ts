import type { TransferSnapshot } from '../../src/domain/transfer/transfer.js';
import { rebuildPayout } from '../shared/payout/single-rebuild.js';
import { createPlace, runPayout } from '../shared/payout/single-run.js';
import { isToBeRecovered, refuseInput } from '../shared/run/input.js';
import { runUntilClosed } from '../shared/run/run-until-closed.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import { registerHandlers } from './handlers.js';
import { transferKind } from './kind.js';
import { createTransferLifecycle } from './lifecycle.js';
import type { TransferInput } from './messages.js';
import { fromGateway } from './from-gateway.js';
import { newSnapshot } from './state.js';
import { refuseTerms } from './validators.js';

/** One transfer, from the merchant's request or an event to its end. The result is the whole snapshot. */
export async function payTransfer(input: TransferInput, worker: WorkerSettings): Promise<TransferSnapshot> {
  refuseInput(input, refuseTerms);
  const lifecycle = createTransferLifecycle(input, worker);
  registerHandlers(lifecycle);
  return runUntilClosed(lifecycle, async () => {
    if (isToBeRecovered(input)) {
      await lifecycle.restore(() =>
        rebuildPayout(lifecycle, input, {
          newSnapshot,
          createPlace: () => createPlace(lifecycle, transferKind(lifecycle)),
          fromGateway: (reference) => fromGateway(lifecycle, reference),
        }),
      );
    }
    // the Web UI shows no details of a new run until it sets them
    if (input.from === 'carried') lifecycle.subject().change({});
    await runPayout(lifecycle, transferKind(lifecycle));
    return lifecycle.subject().snapshot();
  });
}
