import { createWebhookListener, type ReceivedWebhook } from '../webhook-listener.js';
import { serve } from '../serve.js';

/** The merchant's own service: what it has heard, each thing once. */
export interface Merchant {
  readonly of: (reference: string) => readonly ReceivedWebhook[];
  /** From now on every webhook is answered 503. */
  readonly goDown: () => void;
  readonly comeBack: () => void;
  readonly close: () => Promise<void>;
}

export async function openMerchant(secret: string, host: string, port: number): Promise<Merchant> {
  const heard = new Map<string, ReceivedWebhook>();
  const app = createWebhookListener(secret, {
    // a sender that died before it saw our answer tells again, under the same id
    onWebhook: (webhook) => heard.has(webhook.id) || heard.set(webhook.id, webhook),
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
    of: (reference) => [...heard.values()].filter(({ data }) => data.reference === reference),
    goDown: () => void (isDown = true),
    comeBack: () => void (isDown = false),
    close,
  };
}
