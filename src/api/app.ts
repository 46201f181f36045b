import express, { type Express } from 'express';
import type { Registry } from 'prom-client';
import type { OwareClient } from '../client/client.js';
import { UnavailableError } from '../client/errors.js';
import type { ReturnTokens } from '../secrets/return-tokens.js';
import { type ApiKeys, requireKey } from './bearer.js';
import { disabledRoutes } from './disabled-routes.js';
import { docRoutes } from './routes/docs.js';
import { limitRate } from './rate-limit.js';
import { refuseOtherMethods } from './other-methods.js';
import type { GrantSigner } from './grants.js';
import { type CacheTimes, createGatewayReads } from './gateway-reads.js';
import { followRequests } from './follow-requests.js';
import { handleErrors } from './handle-errors.js';
import { readJson } from './json-body.js';
import type { ApiLog } from './log.js';
import { type ApiMetrics, createMetrics } from '../metrics/metrics.js';
import { API_METRICS } from '../metrics/table.js';
import { measureRequest, metricsRoute } from './metrics.js';
import { mountedRoutes } from './mounted-routes.js';
import { type BodyLimits, createOpenBodies } from './open-bodies.js';
import { Problem } from '../requests/problem.js';
import type { RouteDeps } from './lifecycle-routes.js';
import type { RefusedEvents } from './refused-events.js';
import { identifyRequests, logRequest } from './request-log.js';
import { createRouteOf } from './route-of.js';
import { returnRoutes } from './routes/returns.js';
import { type WebhookOptions, webhookRoutes } from './routes/webhooks.js';
import type { ApiVault } from './vault.js';

export interface ApiDeps {
  readonly oware: OwareClient;
  readonly keys: ApiKeys;
  /** Of each API key; no limit unless given. */
  readonly requestsPerSecond?: number | undefined;
  readonly webhook: WebhookOptions;
  /** Delivers gateway events that Temporal could not store; without it they wait for the gateway's repeat. */
  readonly refusedEvents?: RefusedEvents | undefined;
  /** Takes and shows what may not enter Temporal; without it the routes that need it are off. */
  readonly vault?: ApiVault | undefined;
  /** Signs who asks for a payout and who approves it; without it no payout can be approved. */
  readonly grants?: GrantSigner | undefined;
  /** What batches must keep to. */
  readonly batchRules?: RouteDeps['batchRules'];
  /** How long lists of the gateway, and names at banks, are kept in memory. */
  readonly caches?: CacheTimes | undefined;
  /** The tokens in return URLs; without them there are no return URLs. */
  readonly returnTokens?: ReturnTokens | undefined;
  /** The number of proxies in front of the API, each of which adds to X-Forwarded-For. */
  readonly trustedProxies?: number | undefined;
  /** How many bodies may be on their way, and for how long. */
  readonly bodyLimits?: BodyLimits | undefined;
  readonly metrics?: ApiMetrics | undefined;
  /** What this public port serves as `/metrics`; nothing unless given. */
  readonly shownMetrics?: Registry | undefined;
  /** Of the gateway that the workers send to; /health tells it. */
  readonly gatewayMode: 'sandbox' | 'live';
  /** Rejects while the API cannot accept requests. */
  readonly isReady: () => Promise<void>;
  readonly log: ApiLog;
}

/** The HTTP API. It builds the app; the caller decides where it listens. */
export function createApi(deps: ApiDeps): Express {
  const { oware, keys, webhook, vault, grants, batchRules, gatewayMode, isReady, log } = deps;
  const { trustedProxies = 0, metrics = createMetrics(API_METRICS) } = deps;
  const gatewayReads = createGatewayReads(oware, deps.caches);
  const bodies = createOpenBodies(deps.bodyLimits);
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', trustedProxies);

  app.get('/health', (_request, response) => void response.json({ status: 'up', gatewayMode }));
  const mounted = mountedRoutes({ oware, vault, grants, batchRules, gatewayReads, bodies });
  const disabled = disabledRoutes(mounted, vault);
  app.get('/ready', async (_request, response) => {
    await isReady().catch(() => {
      throw new UnavailableError('Temporal is not responding.');
    });
    response.json({ status: 'ready', disabled });
  });
  if (deps.shownMetrics) app.get('/metrics', metricsRoute(deps.shownMetrics));

  const routeOf = createRouteOf([...mounted.map(({ path }) => path), '/webhooks', '/return', '/vault']);
  const follow = followRequests(routeOf, logRequest(log), measureRequest(metrics));
  app.use(identifyRequests, follow, setSafeHeaders);

  // before the JSON parser: the signature covers the bytes as received
  app.use(
    '/webhooks',
    webhookRoutes({ oware, webhook, bodies, metrics, log, refusedEvents: deps.refusedEvents }),
  );

  app.use('/return', returnRoutes({ oware, tokens: deps.returnTokens }));
  if (vault?.cards) app.use('/vault', vault.cards.pages);

  app.use(docRoutes(mounted));
  app.use('/v1', requireKey(keys));
  if (deps.requestsPerSecond !== undefined) app.use('/v1', limitRate(deps.requestsPerSecond));
  app.use('/v1', unlessBatch(readJson(bodies)));
  for (const { path, routes: each } of mounted) app.use(path, each.router);
  app.use(refuseOtherMethods(mounted));

  app.use(() => {
    throw new Problem('no-such-route', 'The API has no route with this method and path.');
  });
  app.use(handleErrors(log));
  return app;
}

/** Replies contain names and e-mail addresses: no cache may keep them, and no browser may guess another content type. */
const setSafeHeaders: express.RequestHandler = (_request, response, next) => {
  response.set({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  next();
};

/** A batch has its own reader: it may be a file, and large. */
function unlessBatch(handler: express.RequestHandler): express.RequestHandler {
  return (request, response, next) => {
    const isBatch = request.method === 'POST' && /^\/batches\/?$/i.test(request.path);
    if (!isBatch) return handler(request, response, next);
    next();
    return undefined;
  };
}
