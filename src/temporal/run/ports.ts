import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export class PortInUseError extends Error {
  override readonly name = 'PortInUseError';
  readonly port: number;

  constructor(port: number) {
    super(`Port ${port} is in use by another program`);
    this.port = port;
  }
}

/** Throws PortInUseError. Checked before a start, because a server reports it late and in its own words. */
export async function assertPortFree(port: number, ip?: string): Promise<void> {
  try {
    await listenBriefly(port, ip);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw new PortInUseError(port);
    throw error;
  }
}

const BETWEEN_CHECKS_MS = 50;

export interface PortWait {
  readonly ip?: string | undefined;
  readonly limitMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Waits for a port that its last owner may still hold for a moment; throws PortInUseError after the limit. */
export async function untilPortFree(port: number, { ip, limitMs, signal }: PortWait): Promise<void> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    try {
      await assertPortFree(port, ip);
      return;
    } catch (error) {
      if (!(error instanceof PortInUseError) || Date.now() >= deadline) throw error;
    }
    await delay(BETWEEN_CHECKS_MS, undefined, { signal });
  }
}

/** Below the range that systems use for outgoing connections, where a free port is soon taken. */
const LOWEST = 20_000;
const HIGHEST = 32_000;

const given = new Set<number>();

/** A port that was free a moment ago, and that this process has not given out before. */
export async function freePort(ip = '127.0.0.1'): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    if (given.has(port)) continue;
    given.add(port);
    const isFree = await listenBriefly(port, ip).then(
      () => true,
      () => false,
    );
    if (isFree) return port;
  }
}

async function listenBriefly(port: number, ip?: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    // exclusive: inside a cluster worker the primary would share the port and hide that it is taken
    server.listen({ port, host: ip, exclusive: true }, () => server.close(() => resolve()));
  });
}
