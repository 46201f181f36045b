import type { RequestListener, ServerResponse } from 'node:http';
import type { GatewayMeter } from '../gateway/http/meter.js';

/** Where a worker tells what it has met at the gateway; `oware drift` and `oware endpoints --retiring` ask there. */
export const GATEWAY_REPORT = '/gateway';

export interface WorkerHttpDeps {
  readonly meter: GatewayMeter;
  /** What answers on every other path. */
  readonly health: RequestListener;
}

/** What a worker answers on its own port: metrics, the gateway report, and its health. */
export function workerHttp({ meter, health }: WorkerHttpDeps): RequestListener {
  return (request, response) => {
    switch (request.url?.split('?')[0]) {
      case '/metrics':
        meter.registry.metrics().then((text) => send(response, 200, meter.registry.contentType, text), fail);
        return;
      case GATEWAY_REPORT:
        meter.report().then((report) => sendJson(response, 200, report), fail);
        return;
      default:
        health(request, response);
    }
    function fail(): void {
      sendJson(response, 500, { status: 'the counters could not be read' });
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
