import { ZERO } from '../../src/domain/money.js';
import type {
  UnmatchedEventSnapshot,
  UnmatchedEventTerms,
} from '../../src/domain/unmatched-event/unmatched-event.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import type { LifecycleInput } from '../shared/messages.js';
import { registerCommonHandlers } from '../shared/run/handlers.js';
import { refuseInput } from '../shared/run/input.js';
import { isOver, runUntilClosed, nextTurn } from '../shared/run/run-until-closed.js';
import { createLifecycleState } from '../shared/run/state.js';
import { isText } from '../shared/run/shapes.js';
import { createLifecycle } from '../shared/run/lifecycle.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import { UNMATCHED_EVENT } from './messages.js';

/**
 * A signed event without a lifecycle is neither lost nor repeated: it waits until an operator resolves it.
 */
export async function keepUnmatchedEvent(
  input: LifecycleInput<UnmatchedEventTerms, UnmatchedEventSnapshot>,
  worker: WorkerSettings,
): Promise<UnmatchedEventSnapshot> {
  const refuseTerms = ({ reference, reason }: Readonly<Record<string, unknown>>) =>
    isText(reference) && isText(reason, 2_000) ? undefined : 'reference and reason: expected texts';
  refuseInput(input, refuseTerms, { beginnings: ['request', 'carried'] });
  const lifecycle = createLifecycle(
    { prefix: UNMATCHED_EVENT.prefix, make: createUnmatchedEventState, asAsked },
    input,
    worker,
  );
  registerCommonHandlers(lifecycle, UNMATCHED_EVENT);
  const unmatchedEvent = lifecycle.subject();
  const { reason } = unmatchedEvent.snapshot().terms;
  if (input.from === 'request') unmatchedEvent.raise({ kind: 'unmatched-event', reason, atRiskKobo: ZERO });
  return runUntilClosed(lifecycle, async () => {
    // only an operator can end it: no gateway read exists for it
    const turn = { dueAt: () => undefined, summary: () => '', isDone: () => true };
    while (!isOver(lifecycle, turn)) {
      await nextTurn(lifecycle, turn);
      lifecycle.inbox.take();
      lifecycle.checks.started();
      lifecycle.checks.ended(true);
    }
    return unmatchedEvent.snapshot();
  });
}

function asAsked(terms: UnmatchedEventTerms, at: string): UnmatchedEventSnapshot {
  return { ...beginning('UNPLACED', terms.reason, at), lifecycle: 'unmatched-event', terms };
}

function createUnmatchedEventState(initial: UnmatchedEventSnapshot) {
  const record = createLifecycleState<UnmatchedEventSnapshot>(initial, {
    describe: ({ terms }) => `- **Unmatched event** \`${terms.eventType || 'no type'}\`: ${terms.reason}`,
    allowedTransitions: { UNPLACED: [] },
    worth: () => ZERO,
  });
  return { ...record, isAnswerable: () => true };
}
