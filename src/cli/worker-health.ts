import type { RequestListener } from 'node:http';
import type { Reachability } from '../temporal/reachability.js';

export interface WorkerHealth {
  /** The SDK's state of each worker in this process. */
  readonly states: () => readonly string[];
  readonly temporal: Reachability;
}

/**
 * `/health` is liveness: restart the process if it fails. `/ready` is readiness: it fails while Temporal is
 * unreachable, and a restart does not help.
 */
export function workerHealth({ states, temporal }: WorkerHealth): RequestListener {
  return (request, response) => {
    const reply = (ok: boolean, body: object) => {
      response.writeHead(ok ? 200 : 503, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(JSON.stringify(body));
    };
    const workers = states();
    const isRunning = workers.every((state) => state === 'RUNNING');
    const path = request.url?.split('?', 1)[0];
    if (path === '/ready') {
      const answer = (isReachable: boolean) => {
        const isReady = isRunning && isReachable;
        reply(isReady, { status: isReady ? 'ready' : 'not-ready', temporal: word(isReachable), workers });
      };
      temporal.check().then(answer, () => answer(false));
    } else if (path === '/health' || path === '/') {
      // not awaited: liveness probes have short timeouts
      temporal.check().catch(() => undefined);
      reply(isRunning, { status: isRunning ? 'up' : 'down', temporal: word(temporal.last()), workers });
    } else {
      response.writeHead(404).end();
    }
  };
}

const word = (isReachable: boolean) => (isReachable ? 'reachable' : 'unreachable');
