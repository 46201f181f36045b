import { createWebhookListener, type ReceivedWebhook } from '../webhook-listener.js';
import { serve } from '../serve.js';

/** A merchant's service that keeps the webhooks it has received. */
export interface Merchant {
  /** All webhooks, in order of arrival, without repeats. */
  readonly webhooks: () => readonly ReceivedWebhook[];
  /** Those of one reference. */
  readonly webhooksOf: (reference: string) => readonly ReceivedWebhook[];
  /** Answers every webhook with 503 until `goUp`. */
  readonly goDown: () => void;
  readonly goUp: () => void;
  readonly close: () => Promise<void>;
}

export async function startMerchant(secret: string, host: string, port: number): Promise<Merchant> {
  const received = new Map<string, ReceivedWebhook>();
  const app = createWebhookListener(secret, {
    // a worker that died before it saw our reply delivers the webhook again under the same id
    onWebhook: (webhook) => received.has(webhook.id) || received.set(webhook.id, webhook),
    onRefused: () => undefined,
  });
  let isDown = false;
  const { close } = await serve(
    (request, response) => {
      if (isDown) response.writeHead(503).end();
      else app(request, response);
    },
    host,
    port,
  );
  return {
    webhooks: () => [...received.values()],
    webhooksOf: (reference) => [...received.values()].filter(({ data }) => data.reference === reference),
    goDown: () => void (isDown = true),
    goUp: () => void (isDown = false),
    close,
  };
}
