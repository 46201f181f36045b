import { createHash } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/activity';
import { Webhook } from 'standardwebhooks';
import { request } from 'undici';
import type { MerchantWebhook } from '../src/domain/lifecycle/webhook.js';
import { HTTP_DEADLINE_MS } from '../src/domain/timeouts.js';
import { toView } from '../src/domain/lifecycle/views.js';

export interface WebhookAddress {
  readonly url: string;
  /** `whsec_…`, as Standard Webhooks has it. */
  readonly secret: string;
}

/**
 * One attempt to tell the merchant, signed as Standard Webhooks has it. The id is made from the effect, so
 * that the merchant recognises a repeat whoever sends it and however often.
 */
export async function deliverWebhook(
  { url, secret }: WebhookAddress,
  webhook: MerchantWebhook,
): Promise<void> {
  const id = webhookId(webhook);
  const sentAt = new Date();
  const body = JSON.stringify(toBody(webhook));
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
    throw undelivered(`no answer: ${error instanceof Error ? error.message : String(error)}`);
  });
  await reply.body.dump();
  if (reply.statusCode < 200 || reply.statusCode > 299) {
    throw undelivered(`answered ${reply.statusCode}`, isRefusal(reply.statusCode));
  }
}

/** The merchant's service has read it and does not want it; too slow, too early and too many may pass. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status);
}

function toBody({ type, at, epoch, sequence, reference, snapshot, about }: MerchantWebhook) {
  return { type, timestamp: at, data: { reference, epoch, sequence, ...about, ...toView(snapshot) } };
}

export function webhookId({ effectKey, type }: MerchantWebhook): string {
  return `msg_${createHash('sha256').update(`${type}\n${effectKey}`).digest('hex').slice(0, 32)}`;
}

function undelivered(why: string, nonRetryable = false): ApplicationFailure {
  const message = `the merchant's notice address gave ${why}`;
  return ApplicationFailure.create({ message, type: 'notice-undelivered', nonRetryable });
}
