import express from 'express';
import { Webhook } from 'standardwebhooks';
import { serve } from '../../../src/cli/serve.js';
import { waitUntil } from '../wait-until.js';

export const WEBHOOK_SECRET = `whsec_${Buffer.from('a secret of the merchant in tests').toString('base64')}`;

export interface ReceivedWebhook {
  readonly id: string;
  readonly type: string;
  readonly data: {
    readonly reference: string;
    readonly sequence: number;
    readonly checkout: { state: string };
    readonly invoice: { state: string };
    readonly [about: string]: unknown;
  };
}

/** The merchant's own service: takes notices whose signature is right, in the order in which they come. */
export async function createMerchant() {
  const heard: ReceivedWebhook[] = [];
  const attempts: string[] = [];
  const verifier = new Webhook(WEBHOOK_SECRET);
  let answer = 204;
  const app = express();
  app.post('/notices', express.raw({ type: () => true }), (request, response) => {
    const webhook = verifier.verify(
      request.body as Buffer,
      request.headers as Record<string, string>,
    ) as Omit<ReceivedWebhook, 'id'>;
    attempts.push(webhook.data.reference);
    if (answer < 300) heard.push({ id: request.get('webhook-id') ?? '', ...webhook });
    response.sendStatus(answer);
  });
  const { url, close } = await serve(app, '127.0.0.1', 0);
  const of = (reference: string) => heard.filter(({ data }) => data.reference === reference);
  return {
    webhookUrl: `${url}/notices`,
    close,
    of,
    /** How often it was sent something about a reference, whatever it answered. */
    attemptsFor: (reference: string) => attempts.filter((each) => each === reference).length,
    /** From now on every notice is answered so. */
    answers: (status: number) => void (answer = status),
    hears: (reference: string, type: string) =>
      waitUntil(`${type} of ${reference}`, () => of(reference).find((webhook) => webhook.type === type)),
  };
}
