import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';

const POLL_INTERVAL_MS = 50;

/** Resolves at the first reply with status 200. */
export async function untilHealthy(url: string, signal: AbortSignal): Promise<void> {
  while (!(await isHealthy(url, signal))) await delay(POLL_INTERVAL_MS, undefined, { signal });
}

async function isHealthy(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { statusCode, body } = await request(url, { headersTimeout: 1_000, bodyTimeout: 1_000, signal });
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}
