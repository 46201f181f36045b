import type { ReservedAccountSnapshot } from '../../src/domain/reserved-account/reserved-account.js';
import { requestPolicyRefunds } from '../shared/collection/policy-refunds.js';
import { isToBeRecovered, refuseInput } from '../shared/run/input.js';
import { runUntilClosed } from '../shared/run/run-until-closed.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import { registerHandlers } from './handlers.js';
import { refuseTerms } from './validators.js';
import { processCredits } from './checks.js';
import type { ReservedAccountInput } from './messages.js';
import { rebuild } from './rebuild.js';
import { reserve } from './reserve.js';
import { createAccountLifecycle } from './lifecycle.js';

/** One reserved account, from the merchant's request or an event until it is deallocated. */
export async function keepReservedAccount(
  input: ReservedAccountInput,
  worker: WorkerSettings,
): Promise<ReservedAccountSnapshot> {
  refuseInput(input, refuseTerms);
  const lifecycle = createAccountLifecycle(input, worker);
  const { resume } = registerHandlers(lifecycle);
  return runUntilClosed(lifecycle, async () => {
    if (isToBeRecovered(input)) await lifecycle.restore(() => rebuild(lifecycle, input));
    // the Web UI shows no details of a new run until it sets them
    if (input.from === 'carried') lifecycle.subject().change({});
    if (lifecycle.subject().snapshot().state === 'PENDING') await reserve(lifecycle);
    resume();
    requestPolicyRefunds(lifecycle);
    await processCredits(lifecycle);
    return lifecycle.subject().snapshot();
  });
}
