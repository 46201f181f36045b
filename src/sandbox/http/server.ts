import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Duplex } from 'node:stream';
import { type Express } from 'express';
import { Refusal } from './refusal.js';
import { ENVELOPE } from './reply.js';

const SLOWEST_REQUEST_MS = 30_000;

/** A server with request timeouts that responds with the envelope even to invalid HTTP. */
export function createHttpServer(app: Express, slowestRequestMs = SLOWEST_REQUEST_MS): Server {
  const server = createServer(
    {
      requestTimeout: slowestRequestMs,
      headersTimeout: slowestRequestMs,
      connectionsCheckingInterval: Math.min(slowestRequestMs, SLOWEST_REQUEST_MS) / 2,
    },
    app,
  );
  return server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else socket.end(rawAnswer(error.code === 'ERR_HTTP_REQUEST_TIMEOUT'));
  });
}

function rawAnswer(isTooSlow: boolean): string {
  const [status, reason] = isTooSlow
    ? [408, 'The request took too long to arrive']
    : [400, 'The request is not HTTP'];
  const { headers, body } = ENVELOPE.refusal(new Refusal(status, reason));
  const lines = Object.entries({
    ...headers,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  });
  const head = lines.map(([name, value]) => `${name}: ${value}`).join('\r\n');
  return `HTTP/1.1 ${status} ${isTooSlow ? 'Request Timeout' : 'Bad Request'}\r\n${head}\r\n\r\n${body}`;
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Returns the URL to open: loopback for a server that listens on all addresses. */
export async function startListening(server: Server, { host, port }: Address): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${inUrl(reachable)}:${bound}`;
}

/** A host as written in a URL. */
export const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);

export async function stopServing(server: Server | undefined): Promise<void> {
  if (!server?.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
