import express from 'express';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

export interface ReceivedWebhook {
  /** A repeated webhook has the same id. */
  readonly id: string;
  readonly type: string;
  readonly data: { readonly reference: string; readonly sequence: number; readonly [about: string]: unknown };
}

export interface WebhookListenerOptions {
  readonly onWebhook: (webhook: ReceivedWebhook) => void;
  readonly onRefused: (reason: string) => void;
  /** Hands a genuine webhook on, and returns the status to reply with; 204 unless given. */
  readonly forward?: (webhook: RawWebhook) => Promise<number>;
}

/** A webhook exactly as it came. */
export interface RawWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Receives webhooks as a merchant's service would, and refuses invalid signatures. */
export function createWebhookListener(
  secret: string,
  { onWebhook, onRefused, forward }: WebhookListenerOptions,
): express.Express {
  const verifier = new Webhook(secret);
  const app = express();
  app.get('/health', (_request, response) => void response.json({ status: 'up' }));
  app.post('/webhooks', express.raw({ type: () => true, limit: '1mb' }), async (request, response) => {
    try {
      const headers = request.headers as Record<string, string>;
      const webhook = verifier.verify(request.body as Buffer, headers) as Omit<ReceivedWebhook, 'id'>;
      onWebhook({ id: headers['webhook-id'] ?? '', ...webhook });
      response.sendStatus((await forward?.({ headers, body: request.body as Buffer })) ?? 204);
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      onRefused(error.message);
      response.sendStatus(401);
    }
  });
  return app;
}
