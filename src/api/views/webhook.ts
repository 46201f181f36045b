import { z } from 'zod';
import type { LoggedWebhook, Resend, WebhookLog } from '../../client/client.js';
import { omitUndefined } from '../../domain/omit-undefined.js';
import { time } from './fields.js';

const id = z.string().meta({ description: 'as in `webhook-id`', examples: ['msg_2f1c0a9b'] });
const type = z.string().meta({ examples: ['checkout.paid'] });

/** A webhook as the merchant receives it. */
export const webhookMessage = z
  .strictObject({
    id,
    type,
    timestamp: time,
    data: z.looseObject({ reference: z.string(), epoch: time, sequence: z.int() }),
  })
  .meta({ id: 'Webhook' });

export const webhooksView = z
  .strictObject({
    webhooks: z.array(webhookMessage),
    next: z.string().meta({ description: '`after` of the next page, also where there is nothing more yet' }),
    hasMore: z.boolean().meta({ description: 'there may be more already' }),
  })
  .meta({ id: 'Webhooks' });

const DELIVERY = {
  state: z.enum(['delivered', 'waiting', 'given-up']),
  attempts: z.int(),
  deliveredAt: time.optional(),
  lastError: z.strictObject({ at: time, message: z.string() }).optional(),
  nextAttemptAt: time.optional().meta({ description: 'when the next attempt is due' }),
};

const resend = z
  .strictObject({
    requestedAt: time,
    by: z.string().meta({ description: 'the name of the API key that asked for it' }),
    ...DELIVERY,
  })
  .meta({ id: 'WebhookResend' });

const webhookRecord = z
  .strictObject({
    id,
    type,
    epoch: time,
    sequence: z.int().meta({ description: 'its place among the webhooks of the epoch' }),
    at: time,
    ...DELIVERY,
    resends: z
      .array(resend)
      .optional()
      .meta({ description: 'the newest requests to send it again, 20 at most, oldest first' }),
  })
  .meta({ id: 'WebhookRecord' });

export const webhookLogView = z
  .strictObject({
    webhooks: z.array(webhookRecord),
    hasEarlier: z.boolean().meta({ description: 'there are earlier ones, which are not shown' }),
  })
  .meta({ id: 'WebhookLog' });

export function toWebhookLog({ webhooks, hasEarlier }: WebhookLog): object {
  return { webhooks: webhooks.map(toView), hasEarlier };
}

function toView({ id, webhook, resends, ...delivery }: LoggedWebhook) {
  const { type, epoch, sequence, at } = webhook;
  return {
    ...{ id, type, epoch, sequence, at },
    ...deliveryOf(delivery),
    ...(resends.length > 0 && { resends: resends.map(toResend) }),
  };
}

const toResend = ({ by, requestedAt, ...delivery }: Resend) => ({
  requestedAt: toTime(requestedAt),
  by,
  ...deliveryOf(delivery),
});

function deliveryOf({
  state,
  attempts,
  deliveredAt,
  lastFailure,
  nextAttemptAt,
}: Omit<Resend, 'by' | 'requestedAt'>) {
  return omitUndefined({
    state,
    attempts,
    deliveredAt: toTime(deliveredAt),
    lastError: lastFailure && { at: toTime(lastFailure.at), message: lastFailure.message },
    nextAttemptAt: toTime(nextAttemptAt),
  });
}

const toTime = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());
