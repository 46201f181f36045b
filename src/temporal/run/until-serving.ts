import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '@temporalio/client';

const POLL_INTERVAL_MS = 50;

export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

export function toAddress({ host, port }: Endpoint): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

export const toUrl = (endpoint: Endpoint): string => `http://${toAddress(endpoint)}`;

/** Waits until the frontend answers a call, not only until its port is open. */
export async function untilFrontendAnswers(endpoint: Endpoint, signal: AbortSignal): Promise<void> {
  // first the bare port: after a refused attempt gRPC itself waits a second before the next
  await pollUntil(() => acceptsConnections(endpoint), signal);
  await pollUntil(() => answersSystemInfo(endpoint), signal);
}

/** The page is served at once, but its content comes from its API, which needs the frontend. */
export async function untilUiAnswers(uiUrl: string, signal: AbortSignal): Promise<void> {
  await pollUntil(async () => {
    const response = await fetch(`${uiUrl}/api/v1/cluster-info`, { signal });
    await response.body?.cancel();
    return response.ok;
  }, signal);
}

async function pollUntil(inspect: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  while (!(await inspect().catch(() => false))) {
    await delay(POLL_INTERVAL_MS, undefined, { signal });
  }
}

async function acceptsConnections({ host, port }: Endpoint): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function answersSystemInfo(endpoint: Endpoint): Promise<boolean> {
  const connection = Connection.lazy({
    address: toAddress(endpoint),
    connectTimeout: '2s',
    // a proxy named in the environment must not be used for a local server
    channelArgs: { 'grpc.enable_http_proxy': 0 },
  });
  try {
    await connection.ensureConnected();
    return true;
  } finally {
    await connection.close();
  }
}
