import { decodeOptionalFailureToOptionalError } from '@temporalio/common/lib/internal-non-workflow/index.js';
import type { MerchantWebhook } from '../domain/lifecycle/webhook.js';
import type { ClientContext } from './context.js';
import type { HistoryEvent } from './history.js';
import { decode, msOf } from './run-histories.js';
import { webhookId } from './webhook-message.js';

/** One `deliverWebhook` activity of a run: a few quick attempts with the same webhook. */
export interface Delivery {
  readonly id: string;
  readonly activityId: string;
  readonly webhook: MerchantWebhook;
  /** Attempts that have ended; the history has those of a pending activity only when it ends. */
  attempts: number;
  deliveredAt?: number | undefined;
  failure?: DeliveryFailure | undefined;
}

export interface DeliveryFailure {
  readonly at: number;
  readonly message: string;
}

const DELIVER_WEBHOOK = 'deliverWebhook';

/** The deliveries of a run, oldest first. */
export async function deliveriesIn(
  context: ClientContext,
  events: readonly HistoryEvent[],
): Promise<Delivery[]> {
  const byEvent = new Map<number, Delivery>();
  const find = (ended: Ended) => byEvent.get(Number(ended?.scheduledEventId ?? 0));
  for (const event of events) {
    const scheduled = event.activityTaskScheduledEventAttributes;
    if (scheduled?.activityType?.name === DELIVER_WEBHOOK) {
      const [webhook] = (await decode(context, scheduled.input?.payloads)) as [MerchantWebhook];
      const { activityId } = scheduled;
      const delivery = { id: webhookId(webhook), activityId: activityId ?? '', webhook, attempts: 0 };
      byEvent.set(Number(event.eventId), delivery);
      continue;
    }
    const started = event.activityTaskStartedEventAttributes;
    const startedDelivery = find(started);
    if (startedDelivery) startedDelivery.attempts = started?.attempt ?? 1;
    const completed = find(event.activityTaskCompletedEventAttributes);
    if (completed) completed.deliveredAt = msOf(event.eventTime) ?? 0;
    const failed = event.activityTaskFailedEventAttributes ?? event.activityTaskTimedOutEventAttributes;
    const failedDelivery = find(failed);
    if (failedDelivery) {
      const message = await messageOf(context, failed?.failure);
      failedDelivery.failure = { at: msOf(event.eventTime) ?? 0, message };
    }
  }
  return [...byEvent.values()];
}

type Ended = { readonly scheduledEventId?: unknown } | null | undefined;
type Failure = NonNullable<HistoryEvent['activityTaskFailedEventAttributes']>['failure'];

export async function messageOf({ client }: ClientContext, failure: Failure): Promise<string> {
  const { loadedDataConverter } = client.options;
  const error = await decodeOptionalFailureToOptionalError(loadedDataConverter, failure);
  // the worker stopped during the attempt
  return error?.message ?? 'The attempt did not end in time';
}
