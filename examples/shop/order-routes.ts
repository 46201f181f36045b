import express, { type Router } from 'express';
import { type Oware, OwareError } from 'oware/client';
import { pageToPay, readPayment } from './checkout.js';
import { isOrderId, type Order, type Orders } from './orders.js';
import { orderPage, productPage } from './pages.js';
import { PRODUCTS } from './products.js';

interface OrderDeps {
  readonly oware: Oware;
  readonly orders: Orders;
  /** Where customers reach the shop. */
  readonly url: string;
}

/** From the form of a product to the gateway's page, and back from there. */
export function orderRoutes({ oware, orders, url }: OrderDeps): Router {
  const router = express.Router();

  router.post('/', express.urlencoded({ extended: false }), async (request, response, next) => {
    const { orderId, productId, name, email } = readForm(request.body);
    const product = PRODUCTS.find(({ id }) => id === productId);
    if (!product || !isOrderId(orderId)) {
      next();
      return;
    }
    // stored before the checkout exists, so that a webhook always finds its order
    const order = orders.place({
      id: orderId,
      product: product.name,
      price: product.price,
      customer: { name, email },
    });
    try {
      response.redirect(303, await toPay(order));
    } catch (error) {
      if (!(error instanceof OwareError) || error.type !== 'invalid') throw error;
      // nothing was started, and the reference is still free
      orders.remove(orderId);
      response.status(422).send(productPage(product, { orderId, name, email, errors: error.errors }));
    }
  });

  router.post('/:id/pay', async (request, response, next) => {
    const order = orders.find(request.params.id);
    if (order) response.redirect(303, await toPay(order));
    else next();
  });

  // customers return here from the gateway's page; the query of the URL proves nothing, and is not read
  router.get('/:id', async (request, response, next) => {
    const { id } = request.params;
    const found = orders.find(id);
    if (!found) {
      next();
      return;
    }
    const checkout = found.shippedAt === undefined ? await readPayment(oware, found) : undefined;
    // the webhook may have arrived meanwhile
    response.send(orderPage(orders.find(id) ?? found, checkout));
  });

  async function toPay(order: Order): Promise<string> {
    const orderUrl = `${url}/orders/${order.id}`;
    // Oware keeps a finished checkout for a limited time; the shop must know by itself what was paid
    if (order.shippedAt !== undefined) return orderUrl;
    return (await pageToPay(oware, order, orderUrl)) ?? orderUrl;
  }

  return router;
}

function readForm(body: unknown): Record<'orderId' | 'productId' | 'name' | 'email', string> {
  const given = (body ?? {}) as Record<string, unknown>;
  const text = (field: string): string => {
    const value = given[field];
    return typeof value === 'string' ? value.trim() : '';
  };
  return {
    orderId: text('orderId'),
    productId: text('productId'),
    name: text('name'),
    email: text('email'),
  };
}
