import * as standard from 'standardwebhooks';
import type { Webhook } from './webhook-types.js';

export type WebhookRefusal =
  /** `webhook-id`, `webhook-timestamp` or `webhook-signature` is missing. */
  | 'headers'
  /** The timestamp is more than five minutes from now: an old webhook that is sent again. */
  | 'timestamp'
  /** No given secret made this signature for this body: it is not from Oware, or it was changed. */
  | 'signature'
  /** It is signed, and not a webhook. */
  | 'body';

/** Reply with 401, or with 400 for `body`, and do not process it. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly reason: WebhookRefusal;
  constructor(reason: WebhookRefusal, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Of Node.js, express, fastify and undici, or of the web. */
export type WebhookHeaders =
  { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Verifies a webhook by Standard Webhooks and returns it. `body` must be the bytes as they arrived, before any JSON
 * parser. Give two secrets while one replaces the other.
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
): Webhook {
  const id = headerOf(headers, 'webhook-id');
  const signed = {
    'webhook-id': id,
    'webhook-timestamp': headerOf(headers, 'webhook-timestamp'),
    'webhook-signature': headerOf(headers, 'webhook-signature'),
  };
  // the library takes no other kind of bytes
  const payload = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
  const given = typeof secrets === 'string' ? [secrets] : secrets;
  const refusals = given.map((secret) => refuse(new standard.Webhook(secret), payload, signed));
  if (!refusals.includes(undefined)) {
    throw refusals[0] ?? new WebhookError('signature', 'No secret was given to verify the webhook with.');
  }
  return { id, ...readBody(payload) } as Webhook;
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = isWebHeaders(headers) ? headers.get(name) : headerIn(headers, name);
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookError('headers', `The header ${name} is missing.`);
}

function isWebHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}

function headerIn(headers: Readonly<Record<string, unknown>>, name: string): unknown {
  const found = Object.keys(headers).find((each) => each.toLowerCase() === name);
  const value = found === undefined ? undefined : headers[found];
  return Array.isArray(value) ? (value as unknown[])[0] : value;
}

/** The library compares in constant time. */
function refuse(
  verifier: standard.Webhook,
  payload: string,
  headers: Readonly<Record<string, string>>,
): WebhookError | undefined {
  try {
    verifier.verify(payload, headers, { jsonParse: false });
    return undefined;
  } catch (error) {
    if (!(error instanceof standard.WebhookVerificationError)) throw error;
    return /timestamp|headers/i.test(error.message)
      ? new WebhookError('timestamp', 'The timestamp of the webhook is more than five minutes from now.')
      : new WebhookError('signature', 'The signature does not match the body and the secret.');
  }
}

function readBody(payload: string): Omit<Webhook, 'id'> {
  try {
    const body = JSON.parse(payload) as Partial<Webhook> | null;
    if (typeof body?.type === 'string' && typeof body.data?.reference === 'string') return body as Webhook;
  } catch {
    // not JSON
  }
  throw new WebhookError('body', 'The body is not a webhook of Oware.');
}
