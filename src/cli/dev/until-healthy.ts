import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';

const BETWEEN_MS = 50;

/** Resolves at the first 200. */
export async function untilHealthy(url: string, signal: AbortSignal): Promise<void> {
  while (!(await answers(url, signal))) await pause(BETWEEN_MS, undefined, { signal });
}

async function answers(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { statusCode, body } = await request(url, { headersTimeout: 1_000, bodyTimeout: 1_000, signal });
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}
