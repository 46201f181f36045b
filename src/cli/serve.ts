import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PortInUseError } from '../temporal/run/ports.js';

export interface Serving {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * How long a sender may take: for its headers, and for the whole of its request. What we take for the answer does not
 * count, so a caller may wait for a payment for a minute.
 */
const LIMITS = { headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 1_000 };

/** Each holds a socket and some kilobytes. */
const MOST_CONNECTIONS = 2_000;

/** Listens, or says which port is taken. Connections beyond the limit are closed. */
export async function serve(
  app: RequestListener,
  host: string,
  port: number,
  { maxConnections = MOST_CONNECTIONS }: { readonly maxConnections?: number } = {},
): Promise<Serving> {
  const server = createServer(LIMITS, app);
  server.maxConnections = maxConnections;
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
