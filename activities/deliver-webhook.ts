import { createHash } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/activity';
import { Webhook } from 'standardwebhooks';
import { request } from 'undici';
import type { LifecycleSnapshot } from '../src/domain/lifecycle/lifecycle.js';
import type { MerchantWebhook } from '../src/domain/lifecycle/webhook.js';
import { HTTP_DEADLINE_MS } from '../src/domain/timeouts.js';

export interface WebhookAddress {
  readonly url: string;
  /** `whsec_…`, as Standard Webhooks specifies. */
  readonly secret: string;
}

/** What merchants see of a lifecycle. */
export type ToView = (snapshot: LifecycleSnapshot) => object;

/**
 * One attempt to deliver a webhook, signed as Standard Webhooks specifies. The id derives from the effect, so that the
 * merchant recognises every repeat.
 */
export async function deliverWebhook(
  { url, secret }: WebhookAddress,
  webhook: MerchantWebhook,
  toView: ToView,
): Promise<void> {
  const id = webhookId(webhook);
  const sentAt = new Date();
  const body = JSON.stringify(toBody(webhook, toView));
  const reply = await request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, sentAt, body),
    },
    body,
    signal: AbortSignal.timeout(HTTP_DEADLINE_MS.reads),
  }).catch((error: unknown) => {
    throw undelivered(`did not answer: ${error instanceof Error ? error.message : String(error)}`);
  });
  await reply.body.dump();
  if (reply.statusCode < 200 || reply.statusCode > 299) {
    throw undelivered(`answered ${reply.statusCode}`, isRefusal(reply.statusCode));
  }
}

/** The merchant's service refused the webhook. Timeout, too early and too many requests are worth a retry. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status);
}

function toBody({ type, at, epoch, sequence, reference, snapshot, about }: MerchantWebhook, toView: ToView) {
  return { type, timestamp: at, data: { reference, epoch, sequence, ...about, ...toView(snapshot) } };
}

export function webhookId({ effectKey, type }: MerchantWebhook): string {
  return `msg_${createHash('sha256').update(`${type}\n${effectKey}`).digest('hex').slice(0, 32)}`;
}

function undelivered(problem: string, nonRetryable = false): ApplicationFailure {
  const message = `The merchant's webhook endpoint ${problem}`;
  return ApplicationFailure.create({ message, type: 'webhook-undelivered', nonRetryable });
}
