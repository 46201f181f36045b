import type { WorkflowExecutionDescription } from '@temporalio/client';
import type { MerchantWebhook } from '../domain/lifecycle/webhook.js';
import type { ClientContext } from './context.js';
import type { HistoryEvent } from './history.js';
import { msOf } from './run-histories.js';
import { deliveriesIn, type Delivery, type DeliveryFailure, messageOf } from './webhook-deliveries.js';

/** What became of one webhook. */
export interface WebhookRecord {
  readonly id: string;
  /** As it was sent last; as it would be sent now, if no attempt was made yet. */
  readonly webhook: MerchantWebhook;
  readonly state: 'delivered' | 'waiting' | 'given-up';
  /** Attempts that have started. */
  readonly attempts: number;
  /** In milliseconds since the epoch, as all times here. */
  readonly deliveredAt?: number | undefined;
  readonly lastFailure?: DeliveryFailure | undefined;
  /** While it waits for a retry; the others wait for the one before them. */
  readonly nextAttemptAt?: number | undefined;
}

type IsWaiting = (id: string, webhook: MerchantWebhook) => boolean;

/** The webhooks that a run has attempted, by their ids. */
export async function recordsIn(
  context: ClientContext,
  events: readonly HistoryEvent[],
  {
    isWaiting,
    run,
  }: { readonly isWaiting: IsWaiting; readonly run: WorkflowExecutionDescription | undefined },
): Promise<Map<string, WebhookRecord>> {
  const records = new Map<string, WebhookRecord>();
  const pending = run?.raw.pendingActivities ?? [];
  for (const delivery of await deliveriesIn(context, events)) {
    const attempt = pending.find(({ activityId }) => activityId === delivery.activityId);
    const record = toRecord(delivery, isWaiting);
    const shown = attempt ? await withPending(context, record, attempt) : record;
    records.set(delivery.id, merged(shown, records.get(delivery.id)));
  }
  return records;
}

function toRecord(
  { id, webhook, attempts, deliveredAt, failure }: Delivery,
  isWaiting: IsWaiting,
): WebhookRecord {
  const isOver = deliveredAt !== undefined || failure !== undefined;
  const undelivered = !isOver || isWaiting(id, webhook) ? 'waiting' : 'given-up';
  const state = deliveredAt === undefined ? undelivered : 'delivered';
  return { id, webhook, state, attempts, deliveredAt, lastFailure: failure };
}

type Pending = NonNullable<WorkflowExecutionDescription['raw']['pendingActivities']>[number];

/** While an activity is pending, its attempts are not in the history. */
async function withPending(
  context: ClientContext,
  record: WebhookRecord,
  { attempt, lastFailure, lastStartedTime, scheduledTime }: Pending,
): Promise<WebhookRecord> {
  const isBetween = lastFailure && (attempt ?? 1) > 1;
  return {
    ...record,
    attempts: attempt ?? 1,
    ...(lastFailure && {
      lastFailure: { at: msOf(lastStartedTime) ?? 0, message: await messageOf(context, lastFailure) },
    }),
    ...(isBetween && { nextAttemptAt: msOf(scheduledTime) }),
  };
}

/** Two records of one webhook: attempts add up, the newer one says how it stands. */
export function merged(newer: WebhookRecord | undefined, older: WebhookRecord | undefined): WebhookRecord {
  if (!newer || !older) return (newer ?? older) as WebhookRecord;
  return {
    ...newer,
    attempts: newer.attempts + older.attempts,
    deliveredAt: newer.deliveredAt ?? older.deliveredAt,
    lastFailure: newer.lastFailure ?? older.lastFailure,
  };
}
