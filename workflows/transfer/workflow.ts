import type { TransferSnapshot } from '../../src/domain/transfer/transfer.js';
import { prepareAndSend } from '../shared/payout/prepare-and-send.js';
import { isToBeRecovered, refuseInput } from '../shared/run/input.js';
import { runUntilClosed } from '../shared/run/run-until-closed.js';
import { waitForOutcome } from '../shared/run/wait-for-outcome.js';
import { registerHandlers } from './handlers.js';
import { createTransferLifecycle } from './lifecycle.js';
import type { TransferInput } from './messages.js';
import { prepareTransfer } from './prepare.js';
import { findLostTransfer, rebuild } from './rebuild.js';
import { sendTransfer } from './send.js';
import { transferStrategy } from './strategy.js';
import { refuseTerms } from './validators.js';

/** One transfer, from the merchant's request or an event to its end. The result is the whole snapshot. */
export async function payTransfer(input: TransferInput): Promise<TransferSnapshot> {
  refuseInput(input, refuseTerms);
  const lifecycle = createTransferLifecycle(input);
  registerHandlers(lifecycle);
  return runUntilClosed(lifecycle, async () => {
    if (isToBeRecovered(input)) await rebuild(lifecycle, input);
    // the Web UI shows no details of a new run until it sets them
    if (input.from === 'carried') lifecycle.subject().change({});
    await findLostTransfer(lifecycle);
    await prepareAndSend(lifecycle, {
      prepare: () => prepareTransfer(lifecycle),
      send: () => sendTransfer(lifecycle),
    });
    await waitForOutcome(lifecycle, transferStrategy(lifecycle));
    return lifecycle.subject().snapshot();
  });
}
