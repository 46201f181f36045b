import { type Dispatcher, Pool, ProxyAgent } from 'undici';
import type { Deadline } from './deadline.js';
import { type Attempt, Reception } from './reception.js';
import type { WireRequest } from './request.js';

export interface WireOptions {
  readonly baseUrl: string;
  readonly proxyUrl?: string | undefined;
  /** PEM of a certificate authority to trust instead of the system's. */
  readonly ca?: string | undefined;
  /** How many connections may be open at once; further calls wait for one, within their deadline. */
  readonly connections?: number | undefined;
}

export interface Wire {
  /** One attempt, its body included, until the deadline. Resolves in every case. */
  send(request: WireRequest, authorization: string, deadline: Deadline): Promise<Attempt>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;

export function openWire(options: WireOptions): Wire {
  const { origin, pathname } = new URL(options.baseUrl);
  const prefix = pathname.replace(/\/$/, '');
  const dispatcher = openDispatcher(origin, options);
  return {
    send: ({ method, path, body }, authorization, deadline) =>
      new Promise((resolve) => {
        const { reason } = deadline;
        if (reason !== undefined) {
          resolve({ kind: 'broken', sent: false, reason });
          return;
        }
        const headers = headersFor(authorization, body);
        dispatcher.dispatch(
          { origin, method, path: prefix + path, headers, body: body ?? null },
          new Reception(deadline, resolve),
        );
      }),
    close: () => dispatcher.close(),
  };
}

function openDispatcher(origin: string, { proxyUrl, ca, connections = 64 }: WireOptions): Dispatcher {
  // the deadline of the call covers everything, so undici's own timers are off
  const common = { connections, headersTimeout: 0, bodyTimeout: 0 };
  const tls = { timeout: CONNECT_TIMEOUT_MS, ...(ca !== undefined && { ca }) };
  return proxyUrl === undefined
    ? new Pool(origin, { ...common, connect: tls })
    : new ProxyAgent({ uri: proxyUrl, requestTls: tls, ...common });
}

function headersFor(authorization: string, body: string | undefined): Record<string, string> {
  return body === undefined
    ? { accept: 'application/json', authorization }
    : { accept: 'application/json', authorization, 'content-type': 'application/json' };
}
