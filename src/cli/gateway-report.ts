import { readConfig, readEnvironment } from '../config/config.js';
import type { GatewayReport } from '../gateway/http/meter.js';
import { CommandError } from './explain-error.js';
import { GATEWAY_REPORT } from './worker-http.js';

const TIMEOUT_MS = 5_000;

export const workerOption = {
  worker: {
    type: 'string',
    describe: 'URL of a running worker [default: from OWARE_HOST and OWARE_WORKER_PORT]',
  },
} as const;

/** Fetches a running worker's report on the gateway since its start. */
export async function fetchGatewayReport(given: string | undefined): Promise<GatewayReport> {
  const url = workerUrl(given);
  try {
    const reply = await fetch(new URL(GATEWAY_REPORT, url), {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!reply.ok) throw new Error(`it returned ${reply.status}`);
    return (await reply.json()) as GatewayReport;
  } catch (error) {
    const reason = reasonOf(error);
    throw new CommandError(
      `No worker responds at ${url} (${reason}). Start one, or set --worker to the URL of another.`,
    );
  }
}

function workerUrl(given: string | undefined): string {
  if (given !== undefined) return given;
  const { host, workerPort } = readConfig(readEnvironment());
  return `http://${host}:${workerPort}`;
}

/** The error of fetch only says that it failed; its cause has the reason. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
