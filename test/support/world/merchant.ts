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

/** The merchant's service: accepts webhooks with a valid signature, in the order in which they arrive. */
export async function createMerchant() {
  const received: ReceivedWebhook[] = [];
  const attempts: string[] = [];
  const verifier = new Webhook(WEBHOOK_SECRET);
  let answer = 204;
  let refused: { readonly type: string; readonly status: number } | undefined;
  const repliesToLose = new Set<string>();
  const app = express();
  app.post('/webhooks', express.raw({ type: () => true }), (request, response) => {
    const webhook = verifier.verify(
      request.body as Buffer,
      request.headers as Record<string, string>,
    ) as Omit<ReceivedWebhook, 'id'>;
    attempts.push(webhook.data.reference);
    const status = webhook.type === refused?.type ? refused.status : answer;
    if (status < 300) received.push({ id: request.get('webhook-id') ?? '', ...webhook });
    if (repliesToLose.delete(webhook.data.reference)) request.socket.destroy();
    else response.sendStatus(status);
  });
  const { url, close } = await serve(app, '127.0.0.1', 0);
  const of = (reference: string) => received.filter(({ data }) => data.reference === reference);
  return {
    webhookUrl: `${url}/webhooks`,
    close,
    of,
    /** All of them, each id once. */
    webhooks: () => [...new Map(received.map((webhook) => [webhook.id, webhook])).values()],
    /** The types of the webhooks about a reference, in order. */
    typesOf: (reference: string) => of(reference).map(({ type }) => type),
    /** How many webhooks about a reference were sent to it, accepted or not. */
    attemptsFor: (reference: string) => attempts.filter((each) => each === reference).length,
    /** From now on it answers every webhook with this status. */
    answers: (status: number) => void (answer = status),
    /** From now on it refuses webhooks of this type, or fails on them; none unless given. */
    refuses: (type?: string, status = 400) => void (refused = type === undefined ? type : { type, status }),
    /** It processes the next webhook about a reference, and its reply is lost. */
    losesNextReply: (reference: string) => void repliesToLose.add(reference),
    receives: (reference: string, type: string) =>
      waitUntil(`${type} of ${reference}`, () => of(reference).find((webhook) => webhook.type === type)),
  };
}
