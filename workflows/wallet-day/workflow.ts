import type { WalletDaySnapshot } from '../../src/domain/wallet-day/wallet-day.js';
import { isToBeRecovered, refuseInput } from '../shared/run/input.js';
import { runUntilClosed } from '../shared/run/run-until-closed.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import { followDay } from './follow.js';
import { registerHandlers } from './handlers.js';
import { createWalletDayLifecycle } from './lifecycle.js';
import type { WalletDayInput } from './messages.js';
import { rebuild } from './rebuild.js';

/** One day of the merchant's wallet: its events become webhooks, and its balances must be explained by them. */
export async function followWalletDay(
  input: WalletDayInput,
  worker: WorkerSettings,
): Promise<WalletDaySnapshot> {
  // only events begin a day
  refuseInput(input, () => undefined, { beginnings: ['event', 'carried'] });
  const lifecycle = createWalletDayLifecycle(input, worker);
  registerHandlers(lifecycle);
  return runUntilClosed(lifecycle, async () => {
    if (isToBeRecovered(input)) await lifecycle.restore(() => rebuild(lifecycle, input));
    // the Web UI shows no details of a new run until it sets them
    if (input.from === 'carried') lifecycle.subject().change({});
    await followDay(lifecycle);
    return lifecycle.subject().snapshot();
  });
}
