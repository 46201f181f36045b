import * as lifecycles from '../../workflows/lifecycles.js';
import type { Routes } from './described-routes.js';
import type { RouteDeps } from './lifecycle-routes.js';
import { customerHashRoutes } from './routes/customer-hashes.js';
import { gatewayReadRoutes } from './routes/gateway-reads.js';
import { gatewayRecordRoutes } from './routes/gateway-records.js';
import * as routes from './routes/index.js';
import { pauseRoutes } from './routes/pauses.js';
import { reviewRoutes } from './routes/reviews.js';
import { sentWebhookRoutes } from './routes/sent-webhooks.js';
import { verificationRoutes } from './routes/verifications.js';
import { webhookEndpointRoutes } from './routes/webhook-endpoint.js';

/** A lifecycle without routes does not compile. */
const ROUTES: Readonly<Record<keyof typeof lifecycles, (deps: RouteDeps) => Routes>> = routes;

/** Routes, and where they are mounted. */
export interface Mounted {
  readonly path: string;
  readonly routes: Routes;
}

/** All routes that need an API key. */
export function mountedRoutes(deps: RouteDeps): readonly Mounted[] {
  const { oware, gatewayReads, vault } = deps;
  const ofLifecycles = Object.entries(lifecycles).map(([name, { path }]) => ({
    path,
    routes: ROUTES[name as keyof typeof lifecycles](deps),
  }));
  return [
    ...ofLifecycles,
    { path: '/v1/reviews', routes: reviewRoutes(oware) },
    { path: '/v1/webhooks', routes: sentWebhookRoutes(oware) },
    { path: '/v1/webhook-endpoint', routes: webhookEndpointRoutes(oware) },
    { path: '/v1/customer-hashes', routes: customerHashRoutes(oware) },
    { path: '/v1/pauses', routes: pauseRoutes({ oware }) },
    { path: '/v1', routes: gatewayReadRoutes(gatewayReads) },
    { path: '/v1', routes: verificationRoutes(vault) },
    { path: '/v1', routes: gatewayRecordRoutes(oware) },
  ];
}

/** `/:reference/cancel` under `/v1/checkouts` is `/v1/checkouts/{reference}/cancel`. */
export function pathOf(mount: string, path: string): string {
  const own = path === '/' ? '' : path;
  return `${mount}${own}`.replaceAll(/:(\w+)/g, (_, name: string) => `{${shownName(name)}}`);
}

/** That a reference may be one that the API would not accept is a matter of its routes. */
const shownName = (name: string) => (name === 'anyReference' ? 'reference' : name);
