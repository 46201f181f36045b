import express, { type Express } from 'express';
import type { OwareClient } from '../client/client.js';
import { UnavailableError } from '../client/errors.js';
import type { ReturnTokens } from '../secrets/return-tokens.js';
import { type ApiKey, requireKey } from './bearer.js';
import { handleErrors } from './handle-errors.js';
import { createMetrics, type Metrics, metricsRoute } from './metrics.js';
import { Problem } from './problem.js';
import { logRequests } from './request-log.js';
import type { CardVault } from './routes/cards.js';
import { checkoutRoutes } from './routes/checkouts.js';
import { invoiceRoutes } from './routes/invoices.js';
import { reservedAccountRoutes } from './routes/reserved-accounts.js';
import { returnRoutes } from './routes/returns.js';
import { unmatchedEventRoutes } from './routes/unmatched-events.js';
import { type WebhookOptions, webhookRoutes } from './routes/webhooks.js';

export interface ApiLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface ApiDeps {
  readonly oware: OwareClient;
  readonly keys: readonly ApiKey[];
  readonly webhook: WebhookOptions;
  /** Where card data may be taken; without it card routes are off. */
  readonly vault?: CardVault | undefined;
  /** What return addresses carry; without it there are none. */
  readonly returnTokens?: ReturnTokens | undefined;
  /** How many proxies stand before us, each of which adds to X-Forwarded-For. */
  readonly trustedProxies?: number | undefined;
  readonly metrics?: Metrics | undefined;
  /** Whether `/metrics` is here too, where the public reaches it. */
  readonly showsMetrics?: boolean | undefined;
  /** Rejects while a payment could not be taken in. */
  readonly isReady: () => Promise<void>;
  readonly log: ApiLog;
}

const BODY_LIMIT = '100kb';

/** The merchant's door. Builds the app; who calls decides where it listens. */
export function createApi(deps: ApiDeps): Express {
  const { oware, keys, webhook, vault, isReady, log, trustedProxies = 0, metrics = createMetrics() } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', trustedProxies);

  app.get('/health', (_request, response) => void response.json({ status: 'up' }));
  app.get('/ready', async (_request, response) => {
    await isReady().catch(() => {
      throw new UnavailableError('Temporal does not answer');
    });
    response.json({ status: 'ready' });
  });
  if (deps.showsMetrics) app.get('/metrics', metricsRoute(metrics));

  app.use(logRequests(log), setSafeHeaders);

  // before the JSON parser: a signature is over the bytes as they came
  app.use('/webhooks', webhookRoutes({ oware, webhook, metrics, log }));

  app.use('/return', returnRoutes({ oware, tokens: deps.returnTokens }));
  if (vault) app.use('/vault', vault.pages);

  const readJson = express.json({ limit: BODY_LIMIT, inflate: false });
  app.use('/v1', requireKey(keys), refuseOtherBodies, readJson);
  app.use('/v1/checkouts', checkoutRoutes(oware, vault));
  app.use('/v1/invoices', invoiceRoutes(oware));
  app.use('/v1/reserved-accounts', reservedAccountRoutes(oware));
  app.use('/v1/unmatched-events', unmatchedEventRoutes(oware));

  app.use(() => {
    throw new Problem('no-such-route', 'this method and path are not a route of this API');
  });
  app.use(handleErrors(log));
  return app;
}

/** Replies hold names and e-mail addresses: no cache keeps them, and no browser takes them for something else. */
const setSafeHeaders: express.RequestHandler = (_request, response, next) => {
  response.set({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  next();
};

const refuseOtherBodies: express.RequestHandler = (request, _response, next) => {
  const hasBody = request.get('transfer-encoding') !== undefined || Number(request.get('content-length')) > 0;
  if (hasBody && !request.is('application/json')) {
    throw new Problem('wrong-content-type', 'send the body as application/json');
  }
  next();
};
