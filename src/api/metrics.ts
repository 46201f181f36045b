import type { RequestHandler } from 'express';
import { Counter, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** The metrics of one app. Each app has its own registry, so that two in one process do not share counts. */
export function createMetrics() {
  const registry = new Registry();
  return {
    registry,
    webhooks: new Counter({
      name: 'oware_webhooks_total',
      help: 'Gateway events received, by result',
      labelNames: ['result'] as const,
      registers: [registry],
    }),
  };
}

/** For Prometheus. It requires no API key: by default it is not on the public port. */
export function metricsRoute({ registry }: Metrics): RequestHandler {
  return async (_request, response) => {
    response.type(registry.contentType).send(await registry.metrics());
  };
}
