import { ApplicationFailure } from '@temporalio/activity';
import { Webhook } from 'standardwebhooks';
import { request } from 'undici';
import type { MerchantWebhook, WebhookMessage } from '../src/domain/lifecycle/webhook.js';
import { HTTP_DEADLINE_MS } from '../src/domain/timeouts.js';
import { WEBHOOK_REFUSED } from '../src/domain/webhook-endpoint.js';
import { createPublicAgent } from './webhook-agent.js';

export interface WebhookAddress {
  readonly url: string;
  /** Each `whsec_…`, as Standard Webhooks specifies; two during a rotation. */
  readonly secrets: readonly string[];
  /** Refuses to connect to an address that is not public. */
  readonly isPublicOnly?: boolean;
  /** How long every delivery must have failed before the endpoint is switched off; never unless given. */
  readonly disableAfterMs?: number;
}

/** What the merchant receives. */
export type ToMessage = (webhook: MerchantWebhook) => WebhookMessage;

export type DeliverWebhook = (webhook: MerchantWebhook) => Promise<void>;

/** Each call is one attempt to deliver a webhook, signed as Standard Webhooks specifies. Redirects are not followed. */
export function createWebhookSender(
  { url, secrets, isPublicOnly = false }: WebhookAddress,
  toMessage: ToMessage,
  agent = isPublicOnly ? createPublicAgent() : undefined,
): DeliverWebhook {
  const signers = secrets.map((secret) => new Webhook(secret));

  return async (webhook) => {
    const { id, ...message } = toMessage(webhook);
    const sentAt = new Date();
    const body = JSON.stringify(message);
    const reply = await request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
        'webhook-signature': signers.map((signer) => signer.sign(id, sentAt, body)).join(' '),
      },
      body,
      signal: AbortSignal.timeout(HTTP_DEADLINE_MS.reads),
      ...(agent && { dispatcher: agent }),
    }).catch((error: unknown) => {
      throw undelivered(`did not answer: ${error instanceof Error ? error.message : String(error)}`);
    });
    await reply.body.dump();
    if (reply.statusCode < 200 || reply.statusCode > 299) {
      throw undelivered(`answered ${reply.statusCode}`, isRefusal(reply.statusCode));
    }
  };
}

/** The merchant's service refused the webhook. Timeout, too early and too many requests are worth a retry. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status);
}

function undelivered(problem: string, isRefused = false): ApplicationFailure {
  const message = `The merchant's webhook endpoint ${problem}`;
  const type = isRefused ? WEBHOOK_REFUSED : 'webhook-undelivered';
  return ApplicationFailure.create({ message, type, nonRetryable: isRefused });
}
