import type { RequestHandler } from 'express';
import { Counter, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** What operators watch. A registry of its own, so that two apps in one process do not share counts. */
export function createMetrics() {
  const registry = new Registry();
  return {
    registry,
    webhooks: new Counter({
      name: 'oware_webhooks_total',
      help: 'Events received from the gateway, by what became of them',
      labelNames: ['result'] as const,
      registers: [registry],
    }),
  };
}

/** For Prometheus. It asks for no key: by default it is not on the port that the public reaches. */
export function metricsRoute({ registry }: Metrics): RequestHandler {
  return async (_request, response) => {
    response.type(registry.contentType).send(await registry.metrics());
  };
}
