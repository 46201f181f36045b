import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { CommandError } from '../explain-error.js';

const LIMIT_MS = 60_000;
const BETWEEN_MS = 50;

/** Resolves at the first 200. */
export async function untilHealthy(url: string): Promise<void> {
  const deadline = Date.now() + LIMIT_MS;
  while (Date.now() < deadline) {
    if (await answers(url)) return;
    await pause(BETWEEN_MS);
  }
  throw new CommandError(`${url} did not become healthy within ${LIMIT_MS / 1000} s`);
}

async function answers(url: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(url, { headersTimeout: 1_000, bodyTimeout: 1_000 });
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}
