import { WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure, type UpdateDefinition } from '@temporalio/common';
import type { RefusalDetails } from '../../workflows/shared/messages.js';
import { type CommandOptions, updateIdOf } from './command-id.js';
import { ClosedError, RefusedError } from './errors.js';
import { idOf } from './ids.js';
import type { AnyKind } from './kinds.js';
import type { ClientContext } from './context.js';
import { readLifecycle } from './read.js';
import { isHandover, sendAcrossRuns } from './repeat.js';

export interface Command<Answer, Args extends unknown[]> {
  readonly update: UpdateDefinition<Answer, Args>;
  readonly args: Args;
  /** What distinguishes two commands under one idempotency key; all arguments by default. */
  readonly fingerprint?: unknown;
}

/** Sends a command to an open lifecycle, and waits for its answer within the caller's timeout. */
export async function sendCommand<Answer, Args extends unknown[]>(
  context: ClientContext,
  { kind, reference }: { readonly kind: AnyKind; readonly reference: string },
  { update, args, fingerprint = args }: Command<Answer, Args>,
  options: CommandOptions = {},
): Promise<Answer> {
  const workflowId = idOf(kind, reference);
  const handle = context.client.workflow.getHandle(workflowId);
  const updateId = updateIdOf({ update: update.name, reference, fingerprint }, options);
  // the SDK has one signature for updates without arguments and one for those with; both do the same
  const send = () =>
    handle.executeUpdate<Answer, [unknown, ...unknown[]]>(update as never, { args, updateId } as never);
  try {
    return await sendAcrossRuns(context, { workflowId, until: Date.now() + context.timeoutMs, send });
  } catch (error) {
    // closed, or it never existed: the read shows which
    if (isHandover(error)) {
      throw new ClosedError(kind.noun, await readLifecycle(context, kind, reference));
    }
    throw error instanceof WorkflowUpdateFailedError ? toRefusedError(error) : error;
  }
}

export function toRefusedError({ cause, message }: WorkflowUpdateFailedError): Error {
  if (cause instanceof ApplicationFailure) {
    const more = cause.details?.[0] as RefusalDetails | undefined;
    return new RefusedError(cause.type ?? 'refused', cause.message, more);
  }
  return new RefusedError('refused', cause?.message ?? message);
}
