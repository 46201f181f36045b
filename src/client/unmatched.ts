import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { StoryInput } from '../../workflows/shared/messages.js';
import { STRAY } from '../../workflows/stray/messages.js';
import type { StraySnapshot, StrayTerms } from '../domain/stray.js';
import { idOf } from './ids.js';
import { withinGatewayTimeout } from './patience.js';
import type { Reach } from './reach.js';
import { attributesOf } from './search-attributes.js';

/**
 * Stores a signed event that has no lifecycle. A plain start: the gateway waits for seconds only, and Temporal keeps
 * the event whether a worker is there or not. The same event again is stored already.
 */
export async function keepUnmatched(reach: Reach, terms: StrayTerms): Promise<void> {
  const input: StoryInput<StrayTerms, StraySnapshot> = { from: 'request', terms };
  const start = () =>
    reach.client.workflow.start(STRAY.type, {
      workflowId: idOf(STRAY, terms.reference),
      taskQueue: reach.taskQueue,
      args: [input],
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      typedSearchAttributes: attributesOf(STRAY, terms),
      staticSummary: STRAY.summaryOf(terms),
    });
  try {
    await withinGatewayTimeout(reach, start);
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
