import express from 'express';
import { request } from 'undici';
import { serve } from '../../src/cli/serve.js';

const SIGNED_HEADERS = ['content-type', 'webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** Passes webhooks on to a receiver as they arrived, and can hold them back. */
export async function createWebhookRelay(receiver: string) {
  let released = Promise.resolve();
  let release: () => void = () => undefined;
  const app = express();
  app.post('/webhooks', express.raw({ type: () => true }), async ({ headers, body }, response) => {
    await released;
    const signed = Object.fromEntries(SIGNED_HEADERS.map((name) => [name, headers[name]]));
    const reply = await request(receiver, { method: 'POST', headers: signed, body: body as Buffer });
    await reply.body.dump();
    response.sendStatus(reply.statusCode);
  });
  const { url, close } = await serve(app, '127.0.0.1', 0);
  return {
    url: `${url}/webhooks`,
    hold: () => {
      released = new Promise((resolve) => (release = resolve));
    },
    release: () => {
      release();
    },
    close,
  };
}
