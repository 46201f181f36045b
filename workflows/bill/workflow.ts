import type { BillSnapshot } from '../../src/domain/bill/bill.js';
import { prepareAndSend } from '../shared/payout/prepare-and-send.js';
import { findLostPayout, rebuildPayout } from '../shared/payout/single-rebuild.js';
import { sendPayout } from '../shared/payout/single-send.js';
import { singlePayoutStrategy } from '../shared/payout/single-strategy.js';
import { isToBeRecovered, refuseInput } from '../shared/run/input.js';
import { runUntilClosed } from '../shared/run/run-until-closed.js';
import { waitForOutcome } from '../shared/run/wait-for-outcome.js';
import { billCalls } from './calls.js';
import { registerHandlers } from './handlers.js';
import { createBillLifecycle } from './lifecycle.js';
import type { BillInput } from './messages.js';
import { prepareBill } from './prepare.js';
import { newSnapshot } from './state.js';
import { refuseTerms } from './validators.js';

/** One bill, from the merchant's request to its end. The result is the whole snapshot. */
export async function payBill(input: BillInput): Promise<BillSnapshot> {
  refuseInput(input, refuseTerms, { beginnings: ['request', 'carried'] });
  const lifecycle = createBillLifecycle(input);
  registerHandlers(lifecycle);
  return runUntilClosed(lifecycle, async () => {
    if (isToBeRecovered(input)) await rebuildPayout(lifecycle, input, newSnapshot);
    // the Web UI shows no details of a new run until it sets them
    if (input.from === 'carried') lifecycle.subject().change({});
    const calls = billCalls(lifecycle);
    await findLostPayout(lifecycle, calls);
    await prepareAndSend(lifecycle, {
      prepare: () => prepareBill(lifecycle, calls),
      send: () => sendPayout(lifecycle, calls),
    });
    const { snapshot } = lifecycle.subject();
    const sentAt = () => Date.parse(snapshot().sentAt ?? snapshot().epoch);
    await waitForOutcome(lifecycle, singlePayoutStrategy(lifecycle, calls, sentAt));
    return snapshot();
  });
}
