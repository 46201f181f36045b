import { isDay } from '../../src/domain/calendar.js';
import { ZERO } from '../../src/domain/money.js';
import type {
  UnmatchedEventSnapshot,
  UnmatchedEventTerms,
} from '../../src/domain/unmatched-event/unmatched-event.js';
import type { LifecycleInput } from '../shared/messages.js';
import { registerCommonHandlers } from '../shared/run/handlers.js';
import { isToBeRecovered, refusedInput, refuseInput } from '../shared/run/input.js';
import { isOver, runUntilClosed, nextTurn } from '../shared/run/run-until-closed.js';
import { isText } from '../shared/run/shapes.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import { createUnmatchedEventLifecycle } from './lifecycle.js';
import { UNMATCHED_EVENT } from './messages.js';
import { rebuild } from './rebuild.js';

/**
 * A signed event without a lifecycle is neither lost nor repeated: it waits until an operator resolves it. When too many are
 * open, one run of the day counts the further ones together; its history has each of them.
 */
export async function keepUnmatchedEvent(
  input: LifecycleInput<UnmatchedEventTerms, UnmatchedEventSnapshot>,
  worker: WorkerSettings,
): Promise<UnmatchedEventSnapshot> {
  const refuseTerms = ({ reference, reason }: Readonly<Record<string, unknown>>) =>
    isText(reference) && isText(reason, 2_000) ? undefined : 'reference and reason: expected texts';
  refuseInput(input, refuseTerms, { beginnings: ['request', 'event', 'carried'] });
  if (input.from === 'event' && !isDay(input.reference)) {
    throw refusedInput('reference: expected a day, such as 2026-01-31', { reference: '' });
  }
  const lifecycle = createUnmatchedEventLifecycle(input, worker);
  // before the handlers: a decision may arrive with the start
  if (input.from === 'request') {
    const { reason } = lifecycle.subject().snapshot().terms;
    lifecycle.subject().raise({ kind: 'unmatched-event', reason, atRiskKobo: ZERO });
  }
  registerCommonHandlers(lifecycle, UNMATCHED_EVENT);
  return runUntilClosed(lifecycle, async () => {
    if (isToBeRecovered(input)) await lifecycle.restore(() => rebuild(lifecycle, input));
    const unmatchedEvent = lifecycle.subject();
    // the Web UI shows no details of a new run until it sets them
    if (input.from === 'carried') unmatchedEvent.change({});
    // only an operator can end it: no gateway read exists for it
    const turn = { dueAt: () => undefined, summary: () => '', isDone: () => true };
    lifecycle.inbox.take().forEach((event) => {
      unmatchedEvent.collect(event);
    });
    if (input.from === 'event') await lifecycle.settings();
    while (!isOver(lifecycle, turn)) {
      await nextTurn(lifecycle, turn);
      lifecycle.inbox.take().forEach((event) => {
        unmatchedEvent.collect(event);
      });
      lifecycle.checks.started();
      lifecycle.checks.ended(true);
    }
    return unmatchedEvent.snapshot();
  });
}
