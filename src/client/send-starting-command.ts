import { WithStartWorkflowOperation, WorkflowUpdateFailedError } from '@temporalio/client';
import type { UpdateDefinition } from '@temporalio/common';
import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';
import { type CommandOptions, updateIdOf } from './command-id.js';
import { InProgressError } from './errors.js';
import { idOf } from './ids.js';
import type { AnyKind } from './kinds.js';
import type { ClientContext } from './context.js';
import { resultOf } from './read.js';
import { isHandover, sendAcrossRuns } from './repeat.js';
import { findRun, STALE_AFTER_MS } from './runs.js';
import { attributesAfter } from './search-attributes.js';
import { type Command, toRefusedError } from './send-command.js';

export interface StartingCommand<Answer, Args extends unknown[]> extends Command<Answer, Args> {
  /** The answer that the result of the last run already has. */
  readonly answerFrom: (snapshot: never, ...args: Args) => Answer | undefined;
}

/** A run that closes on each start would otherwise be started until the caller's deadline. */
const MOST_STARTS = 3;

/**
 * Sends a command that may start its lifecycle. An open run receives it; if the last run is closed, or there never was
 * one, the command starts a new run, which loads the last. Waits for its answer within the caller's timeout.
 */
export async function sendStartingCommand<Answer, Args extends unknown[]>(
  context: ClientContext,
  { kind, reference }: { readonly kind: AnyKind; readonly reference: string },
  { update, args, answerFrom, fingerprint = args }: StartingCommand<Answer, Args>,
  options: CommandOptions = {},
): Promise<Answer> {
  const { client, taskQueue } = context;
  const workflowId = idOf(kind, reference);
  const updateId = updateIdOf({ update: update.name, reference, fingerprint }, options);
  const until = Date.now() + context.timeoutMs;

  async function send(): Promise<Answer> {
    const describedAt = performance.now();
    const run = await findRun({ ...context, timeoutMs: until - Date.now() }, workflowId);
    const isCompleted = run?.status.name === 'COMPLETED';
    const ended = isCompleted
      ? await resultOf<LifecycleSnapshot>(client, { workflowId, runId: run.runId })
      : undefined;
    const known = ended && answerFrom(ended as never, ...args);
    if (known !== undefined) return known;
    if (performance.now() - describedAt > STALE_AFTER_MS && Date.now() < until) return send();
    const start = new WithStartWorkflowOperation(kind.type, {
      workflowId,
      taskQueue,
      // an open run may close before the command arrives: the new run loads it
      args: [{ from: 'command', reference, ...(run && { previousRunId: run.runId }) }],
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      typedSearchAttributes: attributesAfter(context, kind, ended),
      staticSummary: `Command for ${workflowId}`,
    });
    // a failed start also rejects this promise, which nothing else handles
    start.workflowHandle().catch(() => undefined);
    const options = { args, updateId, startWorkflowOperation: start };
    return client.workflow.executeUpdateWithStart(
      update as unknown as UpdateDefinition<Answer, [unknown]>,
      options as never,
    );
  }

  for (let starts = 1; ; starts++) {
    try {
      return await sendAcrossRuns(context, { workflowId, until, send });
    } catch (error) {
      if (!isHandover(error))
        throw error instanceof WorkflowUpdateFailedError ? toRefusedError(error) : error;
      // the run closed before it took the command: the next attempt starts another
      if (starts === MOST_STARTS) throw new InProgressError('Retry the identical request.', { cause: error });
    }
  }
}
