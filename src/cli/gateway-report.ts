import { readConfig, readEnvironment } from '../config.js';
import type { GatewayReport } from '../gateway/http/meter.js';
import { CommandError } from './explain-error.js';
import { GATEWAY_REPORT } from './worker-http.js';

const ANSWERS_WITHIN_MS = 5_000;

export const workerOption = {
  worker: {
    type: 'string',
    describe: 'Address of the worker to ask [default: OWARE_HOST and OWARE_WORKER_PORT]',
  },
} as const;

/** Asks a running worker what it has met at the gateway since it started. */
export async function askWorker(given: string | undefined): Promise<GatewayReport> {
  const url = workerUrl(given);
  try {
    const reply = await fetch(new URL(GATEWAY_REPORT, url), {
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    });
    if (!reply.ok) throw new Error(`it answered ${reply.status}`);
    return (await reply.json()) as GatewayReport;
  } catch (error) {
    const reason = reasonOf(error);
    throw new CommandError(
      `No worker answers at ${url} (${reason}). Start one, or name another with --worker.`,
    );
  }
}

function workerUrl(given: string | undefined): string {
  if (given !== undefined) return given;
  const { host, workerPort } = readConfig(readEnvironment());
  return `http://${host}:${workerPort}`;
}

/** What fetch itself says is only that it failed; its cause says why. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
