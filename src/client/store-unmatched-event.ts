import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { LifecycleInput } from '../../workflows/shared/messages.js';
import { UNMATCHED_EVENT } from '../../workflows/unmatched-event/messages.js';
import type {
  UnmatchedEventSnapshot,
  UnmatchedEventTerms,
} from '../domain/unmatched-event/unmatched-event.js';
import { idOf } from './ids.js';
import { withinGatewayTimeout } from './timeouts.js';
import type { ClientContext } from './context.js';
import { attributesOf } from './search-attributes.js';

/**
 * Stores a signed event that has no lifecycle. It only starts a workflow: the gateway waits for seconds, and Temporal
 * keeps the event whether a worker is running or not. A repeat of a stored event changes nothing.
 */
export async function storeUnmatchedEvent(context: ClientContext, terms: UnmatchedEventTerms): Promise<void> {
  const input: LifecycleInput<UnmatchedEventTerms, UnmatchedEventSnapshot> = { from: 'request', terms };
  const start = () =>
    context.client.workflow.start(UNMATCHED_EVENT.type, {
      workflowId: idOf(UNMATCHED_EVENT, terms.reference),
      taskQueue: context.taskQueue,
      args: [input],
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      typedSearchAttributes: attributesOf(context, UNMATCHED_EVENT, terms),
      staticSummary: UNMATCHED_EVENT.summaryOf(terms),
    });
  try {
    await withinGatewayTimeout(context, start);
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
