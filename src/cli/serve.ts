import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PortInUseError } from '../temporal/run/ports.js';

export interface Serving {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Listens, or says which port is taken. */
export async function serve(app: RequestListener, host: string, port: number): Promise<Serving> {
  const server = createServer(app);
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
