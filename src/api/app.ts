import express, { type Express } from 'express';
import type { OwareClient } from '../client/client.js';
import { UnavailableError } from '../client/errors.js';
import { type ApiKey, requireKey } from './bearer.js';
import { handleErrors } from './handle-errors.js';
import { createMetrics } from './metrics.js';
import { Problem } from './problem.js';
import type { CardDesk } from './routes/cards.js';
import { checkoutRoutes } from './routes/checkouts.js';
import { invoiceRoutes } from './routes/invoices.js';
import { reservedAccountRoutes } from './routes/reserved-accounts.js';
import { returnRoutes } from './routes/returns.js';
import { strayRoutes } from './routes/strays.js';
import { type WebhookOptions, webhookRoutes } from './routes/webhooks.js';

export interface ApiLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface ApiMeans {
  readonly oware: OwareClient;
  readonly keys: readonly ApiKey[];
  readonly webhook: WebhookOptions;
  /** Where card data may be taken; without it card routes are off. */
  readonly desk?: CardDesk | undefined;
  /** Rejects while a payment could not be taken in. */
  readonly isReady: () => Promise<void>;
  readonly log: ApiLog;
}

const BODY_LIMIT = '100kb';

/** The merchant's door. Builds the app; who calls decides where it listens. */
export function createApi({ oware, keys, webhook, desk, isReady, log }: ApiMeans): Express {
  const metrics = createMetrics();
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);

  app.get('/health', (_request, response) => void response.json({ status: 'up' }));
  app.get('/ready', async (_request, response) => {
    await isReady().catch(() => {
      throw new UnavailableError('Temporal does not answer');
    });
    response.json({ status: 'ready' });
  });
  app.get('/metrics', async (_request, response) => {
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });

  // before the JSON parser: a signature is over the bytes as they came
  app.use('/webhooks', webhookRoutes({ oware, webhook, metrics, log }));

  app.use('/return', returnRoutes(oware));
  if (desk) app.use('/desk', desk.pages);

  app.use('/v1', requireKey(keys), refuseOtherBodies, express.json({ limit: BODY_LIMIT }));
  app.use('/v1/checkouts', checkoutRoutes(oware, desk));
  app.use('/v1/invoices', invoiceRoutes(oware));
  app.use('/v1/reserved-accounts', reservedAccountRoutes(oware));
  app.use('/v1/strays', strayRoutes(oware));

  app.use((request) => {
    throw new Problem('no-such-route', `${request.method} ${request.path} is not a route of this API`);
  });
  app.use(handleErrors(log));
  return app;
}

const refuseOtherBodies: express.RequestHandler = (request, _response, next) => {
  const hasBody = request.get('transfer-encoding') !== undefined || Number(request.get('content-length')) > 0;
  if (hasBody && !request.is('application/json')) {
    throw new Problem('wrong-content-type', 'send the body as application/json');
  }
  next();
};
