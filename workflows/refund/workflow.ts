import type { RefundsSnapshot } from '../../src/domain/refund/refund.js';
import { isToBeRecovered, refuseInput } from '../shared/run/input.js';
import { runUntilClosed } from '../shared/run/run-until-closed.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import { registerHandlers } from './handlers.js';
import { createRefundsLifecycle } from './lifecycle.js';
import type { RefundsInput } from './messages.js';
import { rebuild } from './rebuild.js';
import { runRefunds } from './run.js';
import { createRefundWork } from './work.js';

/**
 * All refunds of one transaction: each is granted, sent and followed to its end. A run ends when none is under way; the
 * next request or event starts another. The result is the whole snapshot.
 */
export async function refundTransaction(
  input: RefundsInput,
  worker: WorkerSettings,
): Promise<RefundsSnapshot> {
  // it has no terms: what a caller asks for is a command
  refuseInput(input, () => undefined, { beginnings: ['event', 'command', 'carried'] });
  const lifecycle = createRefundsLifecycle(input, worker);
  const work = createRefundWork(lifecycle);
  registerHandlers(lifecycle, work);
  return runUntilClosed(lifecycle, async () => {
    if (isToBeRecovered(input)) await lifecycle.restore(() => rebuild(lifecycle, input));
    // the Web UI shows no details of a new run until it sets them
    if (input.from === 'carried') lifecycle.subject().change({});
    work.resume();
    await runRefunds(lifecycle, work.takeOrder);
    return lifecycle.subject().snapshot();
  });
}
