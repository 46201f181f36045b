import type { WorkflowExecutionDescription } from '@temporalio/client';
import { waitingWebhooks, type WaitingWebhooks } from '../../workflows/shared/messages.js';
import { orderingEpoch } from '../domain/lifecycle/lifecycle.js';
import { completeWebhook, type MerchantWebhook } from '../domain/lifecycle/webhook.js';
import type { ClientContext } from './context.js';
import { notFound } from './errors.js';
import { idOf } from './ids.js';
import type { AnyKind } from './kinds.js';
import { queryRun } from './read.js';
import { readRuns, type RunHistory } from './run-histories.js';
import { findRun, isOpenRun } from './runs.js';
import { withReadTimeout } from './timeouts.js';
import { webhookId } from './webhook-message.js';
import { merged, recordsIn, type WebhookRecord } from './webhook-records.js';
import { type LoggedWebhook, withResends } from './webhook-resends.js';

export interface WebhookLog {
  /** The newest first. */
  readonly webhooks: readonly LoggedWebhook[];
  /** There are earlier ones, which were not read. */
  readonly hasEarlier: boolean;
}

/** A lifecycle with more runs is an account with years of credits. */
const MOST_RUNS = 50;

/**
 * The webhooks of a lifecycle, from the histories of its runs: what was sent, how often, and what came back. What an open
 * run has not attempted yet only the run itself knows.
 */
export async function readWebhookLog(
  context: ClientContext,
  kind: AnyKind,
  reference: string,
  limit: number,
): Promise<WebhookLog> {
  const records = new Map<string, WebhookRecord>();
  let hasEarlier = false;
  for await (const { found, isLast } of readRecords(context, kind, reference)) {
    for (const record of found) records.set(record.id, merged(records.get(record.id), record));
    hasEarlier = !isLast;
    // the webhook that an earlier run has attempted too is the oldest of these
    if (records.size > limit) break;
  }
  const sorted = [...records.values()].sort(newestFirst);
  const webhooks = await withResends(context, sorted.slice(0, limit));
  return { webhooks, hasEarlier: hasEarlier || sorted.length > limit };
}

/** One webhook of a lifecycle, as it was sent last. */
export async function findWebhook(
  context: ClientContext,
  kind: AnyKind,
  reference: string,
  id: string,
): Promise<MerchantWebhook | undefined> {
  for await (const { found } of readRecords(context, kind, reference)) {
    const record = found.find((each) => each.id === id);
    if (record) return record.webhook;
  }
  return undefined;
}

interface RunRecords {
  readonly found: readonly WebhookRecord[];
  /** There is no earlier run. */
  readonly isLast: boolean;
}

/** The webhooks of each run, the newest run first. */
async function* readRecords(
  context: ClientContext,
  kind: AnyKind,
  reference: string,
): AsyncGenerator<RunRecords> {
  const workflowId = idOf(kind, reference);
  const run = await findRun(withReadTimeout(context), workflowId);
  if (!run) throw notFound(kind.noun, reference);
  // before the history: what the history shows later is then newer
  const waiting = isOpenRun(run) ? await queryRun(context, { kind, workflowId }, waitingWebhooks) : undefined;
  const latest = await findRun(context, workflowId);
  let isNewest = true;
  for await (const history of readRuns(context, workflowId, { mostRuns: MOST_RUNS })) {
    const found = await recordsOf(context, history, isNewest ? { waiting, run: latest } : {});
    yield { found, isLast: history.predecessor === undefined };
    isNewest = false;
  }
}

interface Current {
  readonly waiting?: WaitingWebhooks | undefined;
  readonly run?: WorkflowExecutionDescription | undefined;
}

async function recordsOf(
  context: ClientContext,
  { events, runId }: RunHistory,
  { waiting, run }: Current,
): Promise<WebhookRecord[]> {
  const records = await recordsIn(context, events, {
    isWaiting: isWaitingIn(waiting),
    run: run?.runId === runId ? run : undefined,
  });
  for (const { webhook: posted, notBefore } of waiting?.waiting ?? []) {
    const webhook = completeWebhook(posted, waiting?.snapshot as never);
    const id = webhookId(webhook);
    const known = records.get(id);
    if (!known) records.set(id, { id, webhook, state: 'waiting', attempts: 0 });
    else if (known.state === 'waiting' && known.nextAttemptAt === undefined && notBefore !== undefined) {
      records.set(id, { ...known, nextAttemptAt: notBefore });
    }
  }
  return [...records.values()];
}

/** Webhooks that were posted after the query wait too, until the history shows their delivery. */
function isWaitingIn(waiting: WaitingWebhooks | undefined) {
  if (!waiting) return () => false;
  const { snapshot } = waiting;
  const ids = new Set(waiting.waiting.map(({ webhook }) => webhookId(completeWebhook(webhook, snapshot))));
  return (id: string, { epoch, sequence }: MerchantWebhook) =>
    ids.has(id) || (epoch === orderingEpoch(snapshot) && sequence > snapshot.sequence);
}

function newestFirst({ webhook: one }: WebhookRecord, { webhook: other }: WebhookRecord): number {
  if (one.epoch !== other.epoch) return one.epoch < other.epoch ? 1 : -1;
  return other.sequence - one.sequence;
}
