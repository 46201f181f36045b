import {
  allHandlersFinished,
  ApplicationFailure,
  condition,
  makeContinueAsNewFunc,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertMemo,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import { type Pause, PAUSES_MEMO, readPauses } from '../../../src/domain/pause/pause.js';
import { INTERNAL } from '../../shared/gateway/activity-options.js';
import { REFUSED_INPUT } from '../../shared/messages.js';
import { isContinued } from '../../shared/run/input.js';
import { createPace, isContinuing } from '../../shared/run/pace.js';
import { isOptional, isRecord, isWithinLimits } from '../../shared/run/shapes.js';
import { createControl } from './control.js';
import { registerCommands } from './handlers.js';
import { type ControlInput, pauses } from './messages.js';
import { keepQueuesSet, wakeLifecycles } from './tasks.js';

const { settings: readSettings } = proxyActivities<Activities>(INTERNAL);

/**
 * Keeps what operators have paused, for all lifecycles of a deployment, and never ends by itself. Its memo has the
 * pauses too: lifecycles read them there, which needs no worker and works even after the run was terminated.
 */
export async function controlEffects(input: ControlInput = {}): Promise<never> {
  const problem = refuseInput(input);
  const control = createControl(problem === undefined ? input : {}, publish);
  // also when the input is refused: then nothing is paused, and a reader can see that
  setHandler(pauses, control.state, { description: 'What is paused, and the latest changes.' });
  if (problem !== undefined)
    throw ApplicationFailure.nonRetryable(`Input refused: ${problem}`, REFUSED_INPUT);
  let limit = Infinity;
  const pace = createPace(() => {
    const { historyLength, continueAsNewSuggested } = workflowInfo();
    return historyLength >= limit || (limit < Infinity && continueAsNewSuggested);
  });
  registerCommands(control, pace);
  const carried = input.pauses ?? [];
  if (isContinued()) setCurrentDetails(describe(carried));
  else if (carried.length > 0) {
    publish(carried);
    // how the terminated run left its task queues is not known
    for (const { queue, bank } of carried) if (bank === undefined) control.order(queue);
  }

  limit = (await readSettings()).continueAsNewAfterHistoryEvents;
  await Promise.all([keepQueuesSet(control, pace), wakeLifecycles(control, pace)]).catch((error: unknown) => {
    if (!isContinuing(error)) throw error;
  });
  await condition(() => pace.isIdle() && allHandlersFinished());
  const next = control.state();
  return makeContinueAsNewFunc<typeof controlEffects>({ memo: { [PAUSES_MEMO]: next.pauses } })(next);
}

/** A run that continues another one has a state that we wrote; anyone can start the first one. */
function refuseInput(input: unknown): string | undefined {
  if (isContinued()) return undefined;
  if (!isRecord(input) || !isWithinLimits(input)) return 'expected an object';
  const { pauses: given, ...others } = input;
  if (!isOptional(given, (each) => readPauses(each) !== undefined))
    return 'pauses: expected a list of pauses';
  return Object.keys(others).length === 0 ? undefined : 'expected nothing but pauses';
}

function publish(current: readonly Pause[]): void {
  upsertMemo({ [PAUSES_MEMO]: current });
  setCurrentDetails(describe(current));
}

function describe(current: readonly Pause[]): string {
  if (current.length === 0) return 'Nothing is paused.';
  return current
    .map(({ queue, bank, since, by, reason }) => {
      const what = bank === undefined ? queue : `${queue} to bank ${bank}`;
      return `- **${what}** paused since ${since} by ${by}: ${reason}`;
    })
    .join('\n');
}
