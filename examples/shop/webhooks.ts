import express, { type Router } from 'express';
import { verifyWebhook, type Webhook, WebhookError } from 'oware/client';
import { type CheckoutWebhook, fulfil, isAboutCheckout, type Outcome } from './fulfil.js';
import type { Orders } from './orders.js';

interface WebhookDeps {
  readonly orders: Orders;
  readonly secrets: readonly string[];
}

/** Any 2xx says that the webhook is processed: Oware does not send it again. */
export function webhookRoutes({ orders, secrets }: WebhookDeps): Router {
  const router = express.Router();
  // the signature is of the bytes as they arrived: no JSON parser comes before
  router.post('/', express.raw({ type: () => true, limit: '1mb' }), (request, response) => {
    const body: unknown = request.body;
    let webhook: Webhook;
    try {
      webhook = verifyWebhook(Buffer.isBuffer(body) ? body : '', request.headers, secrets);
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error;
      console.warn(`Webhook refused: ${error.message}`);
      response.status(error.reason === 'body' ? 400 : 401).send(error.message);
      return;
    }
    // a newer Oware may send types that this shop does not know
    const outcome = isAboutCheckout(webhook) ? record(webhook) : 'ignored';
    console.log(`${webhook.type} ${webhook.data.reference}: ${outcome}`);
    response.sendStatus(204);
  });

  /** The id, the order and the parcel are stored together: a crash can neither ship twice nor forget to ship. */
  function record(webhook: CheckoutWebhook): Outcome | 'unknown order' {
    return orders.transaction((data) => {
      const order = data.orders.find(({ id }) => id === webhook.data.reference);
      return order ? fulfil(order, webhook, data.parcels) : 'unknown order';
    });
  }

  return router;
}
