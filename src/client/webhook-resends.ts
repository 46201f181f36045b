import type { WorkflowExecutionInfo } from '@temporalio/client';
import { resendId } from '../../workflows/services/webhook-resend/messages.js';
import type { ClientContext } from './context.js';
import { UnavailableError } from './errors.js';
import { readHistory } from './run-histories.js';
import { findRun, isOpenRun } from './runs.js';
import { isUnavailable, withinTimeout } from './timeouts.js';
import { oneOf } from './visibility-query.js';
import { recordsIn, type WebhookRecord } from './webhook-records.js';

/** One request to send a webhook again, and what became of it. */
export interface Resend extends Omit<WebhookRecord, 'id' | 'webhook'> {
  /** The name of the API key that asked for it. */
  readonly by: string;
  readonly requestedAt: number;
}

export interface LoggedWebhook extends WebhookRecord {
  /** Oldest first. */
  readonly resends: readonly Resend[];
}

/** Each costs a read of its history. */
const MOST_RESENDS = 20;

/** Adds the newest resends of each webhook. Visibility lists them, which lags by moments; each is a run of its own. */
export async function withResends(
  context: ClientContext,
  records: readonly WebhookRecord[],
): Promise<LoggedWebhook[]> {
  const runs = records.length === 0 ? [] : await listResends(context, records);
  return Promise.all(
    records.map(async (record) => {
      const own = runs.filter(({ workflowId }) => workflowId === resendId(record.id)).slice(-MOST_RESENDS);
      return { ...record, resends: await Promise.all(own.map((run) => readResend(context, record.id, run))) };
    }),
  );
}

async function listResends(
  context: ClientContext,
  records: readonly WebhookRecord[],
): Promise<WorkflowExecutionInfo[]> {
  const query = oneOf(
    'WorkflowId',
    records.map(({ id }) => resendId(id)),
  );
  const found: WorkflowExecutionInfo[] = [];
  try {
    await withinTimeout(context, async () => {
      for await (const run of context.client.workflow.list({ query })) found.push(run);
    });
  } catch (error) {
    throw isUnavailable(error) ? new UnavailableError('Temporal is not responding.') : error;
  }
  return found.sort((one, other) => one.startTime.getTime() - other.startTime.getTime());
}

async function readResend(
  context: ClientContext,
  id: string,
  { workflowId, runId, startTime, memo }: WorkflowExecutionInfo,
): Promise<Resend> {
  const latest = await findRun(context, workflowId);
  const run = latest?.runId === runId ? latest : undefined;
  const isOpen = run !== undefined && isOpenRun(run);
  const events = await readHistory(context, workflowId, runId);
  const record = (await recordsIn(context, events, { isWaiting: () => isOpen, run })).get(id);
  const { state, attempts, deliveredAt, lastFailure, nextAttemptAt } = record ?? {
    state: isOpen ? 'waiting' : 'given-up',
    attempts: 0,
  };
  return {
    by: String(memo?.by),
    requestedAt: startTime.getTime(),
    ...{ state, attempts, deliveredAt, lastFailure, nextAttemptAt },
  };
}
