import type { PaycodeSnapshot } from '../../src/domain/paycode/paycode.js';
import { prepareAndSend } from '../shared/payout/prepare-and-send.js';
import { waitForPayoutApproval } from '../shared/payout/single-approval.js';
import { findLostPayout, rebuildPayout } from '../shared/payout/single-rebuild.js';
import { lastMoment, sendPayout } from '../shared/payout/single-send.js';
import { singlePayoutStrategy } from '../shared/payout/single-strategy.js';
import { isToBeRecovered, refuseInput } from '../shared/run/input.js';
import { runUntilClosed } from '../shared/run/run-until-closed.js';
import { waitForOutcome } from '../shared/run/wait-for-outcome.js';
import { paycodeCalls } from './calls.js';
import { registerHandlers } from './handlers.js';
import { createPaycodeLifecycle, type PaycodeLifecycle } from './lifecycle.js';
import type { PaycodeInput } from './messages.js';
import { newSnapshot } from './state.js';
import { refuseTerms } from './validators.js';

/** One paycode, from the merchant's request until its cash is collected or back. The result is the whole snapshot. */
export async function payPaycode(input: PaycodeInput): Promise<PaycodeSnapshot> {
  refuseInput(input, refuseTerms, { beginnings: ['request', 'carried'] });
  const lifecycle = createPaycodeLifecycle(input);
  const { resume } = registerHandlers(lifecycle);
  return runUntilClosed(lifecycle, async () => {
    if (isToBeRecovered(input)) await rebuildPayout(lifecycle, input, newSnapshot);
    // the Web UI shows no details of a new run until it sets them
    if (input.from === 'carried') lifecycle.subject().change({});
    const calls = paycodeCalls(lifecycle);
    const wasIssued = isIssued(lifecycle);
    await findLostPayout(lifecycle, calls);
    const paycode = lifecycle.subject();
    await prepareAndSend(lifecycle, {
      prepare: async () => {
        const notAfter = lastMoment(paycode.snapshot(), calls, await lifecycle.settings());
        await waitForPayoutApproval(lifecycle, notAfter);
      },
      send: () => sendPayout(lifecycle, calls),
    });
    if (!wasIssued && isIssued(lifecycle)) lifecycle.notify({ type: 'paycode.issued', effect: 'issued' });
    resume();
    const expiresAt = ({ terms }: PaycodeSnapshot) => Date.parse(terms.expiresAt);
    await waitForOutcome(lifecycle, singlePayoutStrategy(lifecycle, calls, expiresAt));
    return paycode.snapshot();
  });
}

const isIssued = (lifecycle: PaycodeLifecycle) => {
  const { state, sentAt } = lifecycle.subject().snapshot();
  return state === 'PENDING' && sentAt !== undefined;
};
