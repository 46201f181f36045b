import { Context } from '@temporalio/activity';
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { controlId, type Pause, PAUSES_KEPT_MS, PAUSES_MEMO, readPauses } from '../src/domain/pause/pause.js';

/** Temporal answers within milliseconds; when it does not, the caller tries again later. */
const ANSWERS_WITHIN_MS = 2_000;

/**
 * Reads what is paused from the memo of the control workflow, shared by all callers of this process. Without such a
 * workflow nothing was ever paused. Every other failure is thrown: it must never count as "not paused".
 */
export function createPausesReader(client: Client, taskQueue: string): () => Promise<readonly Pause[]> {
  let shared: Promise<readonly Pause[]> | undefined;
  let startedAt = -Infinity;

  return () => {
    // many lifecycles ask at once; counted from the start of the read, because what it shows may be as old as that
    if (shared && performance.now() - startedAt < PAUSES_KEPT_MS) return shared;
    startedAt = performance.now();
    const reading = ask(client, taskQueue);
    shared = reading;
    // the next caller asks again
    reading.catch(() => {
      if (shared === reading) shared = undefined;
    });
    return reading;
  };
}

/** The same for a process without a client of its own: by that of the activity that asks. */
export function createPausesReaderInActivity(taskQueue: string): () => Promise<readonly Pause[]> {
  let read: (() => Promise<readonly Pause[]>) | undefined;
  return () => (read ??= createPausesReader(Context.current().client, taskQueue))();
}

async function ask(client: Client, taskQueue: string): Promise<readonly Pause[]> {
  const id = controlId(taskQueue);
  try {
    const { memo } = await client.withDeadline(Date.now() + ANSWERS_WITHIN_MS, () =>
      client.workflow.getHandle(id).describe(),
    );
    // it has just started, and its first command is not accepted yet
    if (memo?.[PAUSES_MEMO] === undefined) return [];
    const pauses = readPauses(memo[PAUSES_MEMO]);
    if (!pauses) throw ApplicationFailure.retryable(`${id}: its memo has no readable list of pauses`);
    return pauses;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return [];
    throw error;
  }
}
