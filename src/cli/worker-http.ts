import type { RequestListener, ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import type { GatewayMeter } from '../gateway/http/meter.js';

/** Path of the gateway report, which `oware drift` and `oware endpoints --retiring` read. */
export const GATEWAY_REPORT = '/gateway';

export interface WorkerHttpDeps {
  readonly meter: GatewayMeter;
  /** Everything that Prometheus reads. */
  readonly registry: Registry;
  /** Called before the metrics are read. */
  readonly updateFigures: () => Promise<void>;
  /** Handles all other paths. */
  readonly health: RequestListener;
}

/** The worker's HTTP endpoints: metrics, gateway report, health. */
export function workerHttp({ meter, registry, updateFigures, health }: WorkerHttpDeps): RequestListener {
  return (request, response) => {
    switch (request.url?.split('?')[0]) {
      case '/metrics':
        updateFigures()
          .then(() => registry.metrics())
          .then((text) => send(response, 200, registry.contentType, text), fail);
        return;
      case GATEWAY_REPORT:
        meter.report().then((report) => sendJson(response, 200, report), fail);
        return;
      default:
        health(request, response);
    }
    function fail(): void {
      sendJson(response, 500, { status: 'failed to read the metrics' });
    }
  };
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  send(response, status, 'application/json', JSON.stringify(body));
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type });
  response.end(body);
}
