import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  QueryNotRegisteredError,
  WithStartWorkflowOperation,
  type WorkflowExecutionDescription,
  WorkflowUpdateFailedError,
} from '@temporalio/client';
import type { UpdateDefinition } from '@temporalio/common';
import {
  CONTROL_EFFECTS,
  type ControlInput,
  pause,
  type PauseAnswer,
  pauses as pausesQuery,
  resume,
} from '../../workflows/services/control-effects/messages.js';
import {
  controlId,
  type Pause,
  type PauseChange,
  type PauseRequest,
  PAUSES_MEMO,
  readPauses,
  type ResumeRequest,
} from '../domain/pause/pause.js';
import type { ClientContext } from './context.js';
import { InProgressError, UnavailableError } from './errors.js';
import { isOutdatedStart, sendAcrossRuns } from './repeat.js';
import { findRun, isOpenRun } from './runs.js';
import { lifecycleAttribute } from './search-attributes.js';
import { toRefusedError } from './send-command.js';
import { isNotReady, isUnavailable, withinTimeout, withReadTimeout } from './timeouts.js';
import { listWaiting, type WaitingOperations } from './waiting-operations.js';

/** What operators have paused. */
export interface PausesClient {
  /** Pauses a queue of gateway writes, or its sends to one bank. Repeating it is safe. */
  pause(request: PauseRequest): Promise<PauseAnswer>;
  resume(request: ResumeRequest): Promise<PauseAnswer>;
  /** Needs no worker. */
  list(): Promise<readonly Pause[]>;
  /** The latest changes, oldest first. */
  changes(): Promise<readonly PauseChange[]>;
  /** The lifecycles that wait because of a pause, each with its deadline; at most `limit` of them in detail. */
  waiting(limit?: number): Promise<WaitingOperations>;
}

export function createPausesClient(context: ClientContext): PausesClient {
  return {
    pause: (request) => change(context, pause, request),
    resume: (request) => change(context, resume, request),
    list: async () => pausesIn(await findControl(withReadTimeout(context))),
    changes: () => readChanges(context),
    waiting: (limit) => listWaiting(context, limit),
  };
}

const RECHECK_MS = 100;

const findControl = (context: ClientContext) => findRun(context, controlId(context.taskQueue));

function pausesIn(run: WorkflowExecutionDescription | undefined): readonly Pause[] {
  const held = run?.memo?.[PAUSES_MEMO];
  if (held === undefined) return [];
  const pauses = readPauses(held);
  if (!pauses) throw new UnavailableError('The control workflow has no readable list of pauses.');
  return pauses;
}

/**
 * Sends a command to the control workflow, and starts it first if needed. If the last run was terminated, the next one
 * starts with its pauses. A run that ends in between is noticed, because a start without them would lose them.
 */
async function change<Request extends PauseRequest | ResumeRequest>(
  context: ClientContext,
  update: UpdateDefinition<PauseAnswer, [Request]>,
  request: Request,
): Promise<PauseAnswer> {
  const until = Date.now() + context.timeoutMs;
  const workflowId = controlId(context.taskQueue);
  const updateId = randomUUID();
  for (;;) {
    const run = await findControl(context);
    const lost = run && !isOpenRun(run) ? pausesIn(run) : undefined;
    const send = () => updateWithStart(context, { update, request, updateId, lost });
    try {
      return await sendAcrossRuns(context, { workflowId, until, send });
    } catch (error) {
      if (isOutdatedStart(error) && Date.now() + RECHECK_MS < until) {
        await delay(RECHECK_MS);
        continue;
      }
      if (error instanceof WorkflowUpdateFailedError) throw toRefusedError(error);
      if (error instanceof InProgressError || isUnavailable(error)) throw notConfirmed(error);
      throw error;
    }
  }
}

function notConfirmed(cause: unknown): InProgressError {
  return new InProgressError(
    'No worker has confirmed the command: it may or may not take effect. Check that a worker is running, and send it again.',
    { cause },
  );
}

interface Sending<Request> {
  readonly update: UpdateDefinition<PauseAnswer, [Request]>;
  readonly request: Request;
  readonly updateId: string;
  /** The pauses of a run that ended. */
  readonly lost: readonly Pause[] | undefined;
}

function updateWithStart<Request extends PauseRequest | ResumeRequest>(
  { client, taskQueue }: ClientContext,
  { update, request, updateId, lost }: Sending<Request>,
): Promise<PauseAnswer> {
  const input: ControlInput = lost ? { pauses: lost } : {};
  const startWorkflowOperation = new WithStartWorkflowOperation(CONTROL_EFFECTS, {
    workflowId: controlId(taskQueue),
    taskQueue,
    args: [input],
    ...(lost && { memo: { [PAUSES_MEMO]: lost } }),
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy: lost ? 'ALLOW_DUPLICATE' : 'REJECT_DUPLICATE',
    typedSearchAttributes: lifecycleAttribute('control'),
    staticSummary: 'What operators have paused',
  });
  // a failed start also rejects this promise, which nothing else handles
  startWorkflowOperation.workflowHandle().catch(() => undefined);
  return client.workflow.executeUpdateWithStart(update, {
    args: [request],
    updateId,
    startWorkflowOperation,
  });
}

async function readChanges(context: ClientContext): Promise<readonly PauseChange[]> {
  const run = await findControl(withReadTimeout(context));
  if (!run) return [];
  const handle = context.client.workflow.getHandle(run.workflowId);
  try {
    return (await withinTimeout(context, () => handle.query(pausesQuery))).changes;
  } catch (error) {
    if (!isUnavailable(error) && !isNotReady(error) && !(error instanceof QueryNotRegisteredError))
      throw error;
    throw new InProgressError('No worker answers. Check that one is running.', { cause: error });
  }
}
