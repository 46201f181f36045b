import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { CommandError } from '../explain-error.js';

export type Reply = Readonly<Record<string, unknown>>;

export type Caller = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) => Promise<Reply>;

/** A busy machine may return 503; sending the same reference again is safe. */
const REPEATS = 20;
const BETWEEN_REPEATS_MS = 500;

/** Calls that fail the scenario when they are refused. */
export const createCaller = (url: string, authorization?: string): Caller =>
  expecting(url, authorization, (status) => status < 400);

/** Calls that fail the scenario when they are not refused. */
export const createRefusal = (url: string, authorization?: string): Caller =>
  expecting(url, authorization, (status) => status >= 400 && status < 500);

function expecting(
  url: string,
  authorization: string | undefined,
  isExpected: (status: number) => boolean,
): Caller {
  return async (method, path, body) => {
    for (let repeats = 0; ; repeats += 1) {
      const reply = await request(`${url}${path}`, {
        method,
        headers: {
          ...(authorization !== undefined && { authorization }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const content = (await reply.body.json()) as Reply;
      if (isExpected(reply.statusCode)) return content;
      if (reply.statusCode !== 503 || repeats === REPEATS) {
        throw new CommandError(`${method} ${path} returned ${reply.statusCode}: ${JSON.stringify(content)}`);
      }
      await pause(BETWEEN_REPEATS_MS);
    }
  };
}

export async function submitForm(url: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const reply = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
  await reply.body.dump();
  if (reply.statusCode >= 400) throw new CommandError(`The form at ${url} returned ${reply.statusCode}`);
}
