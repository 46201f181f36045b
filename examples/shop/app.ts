import { join } from 'node:path';
import express, { type ErrorRequestHandler, type Express } from 'express';
import { type Oware, OwareError } from 'oware/client';
import { orderRoutes } from './order-routes.js';
import { newOrderId, type Orders } from './orders.js';
import { problemPage, productPage, shopPage } from './pages.js';
import { PRODUCTS } from './products.js';
import { webhookRoutes } from './webhooks.js';

export interface ShopDeps {
  readonly oware: Oware;
  readonly orders: Orders;
  /** Where customers reach the shop. */
  readonly url: string;
  readonly webhookSecrets: readonly string[];
}

/** The URL of an order is for its customer only. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

export function createShop({ oware, orders, url, webhookSecrets }: ShopDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use('/webhooks', webhookRoutes({ orders, secrets: webhookSecrets }));
  app.get('/style.css', (_request, response) => response.sendFile(join(import.meta.dirname, 'style.css')));
  app.use((_request, response, next) => {
    response.set(HEADERS);
    next();
  });
  app.get('/', (_request, response) => response.send(shopPage()));
  app.get('/products/:id', (request, response, next) => {
    const product = PRODUCTS.find(({ id }) => id === request.params.id);
    if (product) response.send(productPage(product, { orderId: newOrderId() }));
    else next();
  });
  app.use('/orders', orderRoutes({ oware, orders, url }));
  app.use((_request, response) => {
    response.status(404).send(problemPage('Not found', 'This page does not exist.'));
  });
  app.use(showUnavailable);
  return app;
}

/** A customer who tries again pays once: the order has one checkout. */
const showUnavailable: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent || !(error instanceof OwareError)) {
    next(error);
    return;
  }
  console.error(error);
  const text = 'We could not reach the payment service. Reload this page in a moment: you pay only once.';
  response.status(503).send(problemPage('Please try again', text));
};
