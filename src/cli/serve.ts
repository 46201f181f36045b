import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limitConnections } from './limit-connections.js';
import { PortInUseError } from '../temporal/run/ports.js';

export interface Serving {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export interface ServeOptions {
  readonly maxConnections?: number | undefined;
}

/**
 * Limits for receiving the headers and the whole request. The time for the reply does not count, so a caller may
 * long-poll for a minute.
 */
const LIMITS = { headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 1_000 };

/** Each connection takes a socket and some kilobytes. */
const MAX_CONNECTIONS = 2_000;

/** Starts a server; throws PortInUseError. */
export async function serve(
  app: RequestListener,
  host: string,
  port: number,
  { maxConnections = MAX_CONNECTIONS }: ServeOptions = {},
): Promise<Serving> {
  const server = createServer(LIMITS, app);
  limitConnections(server, maxConnections);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new PortInUseError(port) : error),
    );
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}
