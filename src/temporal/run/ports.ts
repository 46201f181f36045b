import { createServer } from 'node:net';

export class PortInUseError extends Error {
  override readonly name = 'PortInUseError';
  readonly port: number;

  constructor(port: number) {
    super(`Port ${port} is in use by another program`);
    this.port = port;
  }
}

/** Throws PortInUseError. Asked before a start, because a server says it late and in its own words. */
export async function assertPortFree(port: number, ip?: string): Promise<void> {
  try {
    await listenBriefly(port, ip);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw new PortInUseError(port);
    throw error;
  }
}

/** A port that nobody listened on a moment ago. */
export async function freePort(ip = '127.0.0.1'): Promise<number> {
  return await listenBriefly(0, ip);
}

async function listenBriefly(port: number, ip?: string): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    // exclusive: inside a cluster worker the primary would share the port and hide that it is taken
    server.listen({ port, host: ip, exclusive: true }, () => {
      const address = server.address();
      const taken = typeof address === 'object' && address ? address.port : port;
      server.close(() => resolve(taken));
    });
  });
}
