import type { RequestHandler } from 'express';
import type { Registry } from 'prom-client';
import type { ApiMetrics } from '../metrics/metrics.js';
import type { OnRequestEnd } from './follow-requests.js';

/** For Prometheus. It requires no API key: by default it is not on the public port. */
export function metricsRoute(registry: Registry): RequestHandler {
  return async (_request, response) => {
    response.type(registry.contentType).send(await registry.metrics());
  };
}

export function measureRequest({ requests }: Pick<ApiMetrics, 'requests'>): OnRequestEnd {
  return ({ method, route, status, ms }) =>
    requests.observe({ method, route, status: String(status) }, ms / 1_000);
}
