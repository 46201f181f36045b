import type { RequestListener } from 'node:http';
import type { Reachability } from '../temporal/reachability.js';

export interface WorkerHealth {
  /** The SDK's word for the state of each worker in this process. */
  readonly states: () => readonly string[];
  readonly temporal: Reachability;
}

/**
 * `/health` says that the process is alive: a restart helps when it is not. `/ready` says that it does its work: it
 * does not while Temporal is away, and no restart helps.
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
      // the check is not waited for: whoever asks whether we live has little patience
      temporal.check().catch(() => undefined);
      reply(isRunning, { status: isRunning ? 'up' : 'down', temporal: word(temporal.last()), workers });
    } else {
      response.writeHead(404).end();
    }
  };
}

const word = (isReachable: boolean) => (isReachable ? 'reachable' : 'unreachable');
