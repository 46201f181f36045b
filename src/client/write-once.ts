import { WorkflowFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  NOT_CREATED,
  recordId,
  WRITE_ONCE,
  type WriteOnceInput,
  type WriteOnceResult,
} from '../../workflows/services/write-once/messages.js';
import type { CreatedRecord, RecordKind } from '../domain/gateway-record.js';
import { differingTerms } from '../domain/lifecycle/terms.js';
import type { ClientContext } from './context.js';
import { InProgressError } from './errors.js';
import { lifecycleAttribute } from './search-attributes.js';
import { isUnavailable, withinTimeout } from './timeouts.js';

export type WriteOnceAnswer =
  | { readonly kind: 'created'; readonly record: CreatedRecord }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'reference-conflict'; readonly differences: readonly string[] };

/** Creates a record at the gateway, or returns the one that an earlier request with the same reference created. */
export async function writeOnce<Kind extends RecordKind>(
  context: ClientContext,
  input: WriteOnceInput<Kind>,
): Promise<WriteOnceAnswer> {
  const { client } = context;
  const workflowId = recordId(input.kind, input.terms.reference);
  try {
    await start(context, workflowId, input);
    const result = (await withinTimeout(context, () =>
      client.workflow.getHandle(workflowId).result(),
    )) as WriteOnceResult<Kind>;
    const differences = differingTerms(result.terms, input.terms);
    if (differences.length > 0) return { kind: 'reference-conflict', differences };
    return { kind: 'created', record: result.record };
  } catch (error) {
    const cause = error instanceof WorkflowFailedError ? error.cause : undefined;
    if (cause instanceof ApplicationFailure && cause.type === NOT_CREATED) {
      return { kind: 'refused', reason: cause.message };
    }
    if (!(error instanceof WorkflowFailedError) && !isUnavailable(error)) throw error;
    throw new InProgressError('The gateway has not answered yet. Retry the identical request.');
  }
}

/** A run that created nothing, or was lost, may run again: it looks for the record first. */
async function start(context: ClientContext, workflowId: string, input: WriteOnceInput): Promise<void> {
  const { client, taskQueue } = context;
  try {
    await withinTimeout(context, () =>
      client.workflow.start(WRITE_ONCE, {
        workflowId,
        taskQueue,
        args: [input],
        workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
        workflowIdConflictPolicy: 'USE_EXISTING',
        typedSearchAttributes: lifecycleAttribute(input.kind),
        staticSummary: `Create ${input.kind} ${input.terms.reference}`,
      }),
    );
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
