import { type MandateSnapshot, START_LEAD_MS } from '../../src/domain/mandate/mandate.js';
import { isToBeRecovered, refusedInput, refuseInput } from '../shared/run/input.js';
import { runUntilClosed } from '../shared/run/run-until-closed.js';
import { waitForOutcome } from '../shared/run/wait-for-outcome.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import { createMandate, isUncreated } from './create.js';
import { registerHandlers } from './handlers.js';
import { createMandateLifecycle } from './lifecycle.js';
import type { MandateInput } from './messages.js';
import { rebuild } from './rebuild.js';
import { mandateStrategy } from './strategy.js';
import { refuseTerms } from './validators.js';
import { createMandateWork } from './work.js';

/** One mandate, from the merchant's request or an event to its end, with all its debits. */
export async function keepMandate(input: MandateInput, worker: WorkerSettings): Promise<MandateSnapshot> {
  refuseInput(input, refuseTerms);
  refuseLate(input);
  const lifecycle = createMandateLifecycle(input, worker);
  const work = createMandateWork(lifecycle);
  const { resume } = registerHandlers(lifecycle, work);
  return runUntilClosed(lifecycle, async () => {
    if (isToBeRecovered(input)) await lifecycle.restore(() => rebuild(lifecycle, input));
    // the Web UI shows no details of a new run until it sets them
    if (input.from === 'carried') lifecycle.subject().change({});
    resume();
    if (isUncreated(lifecycle)) await createMandate(lifecycle);
    await work.resume();
    await waitForOutcome(lifecycle, mandateStrategy(lifecycle));
    return lifecycle.subject().snapshot();
  });
}

/** The gateway needs time before the start of a mandate. */
function refuseLate(input: MandateInput): void {
  if (input.from !== 'request' || input.recoverFrom !== undefined) return;
  const isLate = Date.parse(input.terms.startAt) < Date.now() + START_LEAD_MS;
  if (isLate) throw refusedInput('terms.startAt: must be at least 15 minutes ahead', input.terms);
}
