import { request } from 'undici';
import { TEST_PAYOUT } from './messages.js';

/** Calls the routes of test payouts with one of the keys of `PAYOUT_KEYS`. */
export async function callPayouts(
  url: string,
  key: string,
  path: string,
  body: object = {},
  headers: Readonly<Record<string, string>> = {},
) {
  const reply = await request(`${url}${TEST_PAYOUT.path}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: reply.statusCode, body: (await reply.body.json()) as Readonly<Record<string, unknown>> };
}
