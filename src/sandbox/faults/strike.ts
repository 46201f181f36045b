import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '../http/refusal.js';
import { ENVELOPE, json, oauthRefusal, type Reply } from '../http/reply.js';
import { drifted } from './drift.js';
import { type CallFault } from './rules.js';

/** How a response is sent: complete, cut in half, or not at all. */
export interface Sending {
  readonly reply: Reply;
  readonly how: 'whole' | 'truncated' | 'reset';
}

export const whole = (reply: Reply): Sending => ({ reply, how: 'whole' });

/** Applies a fault to a response. Before processing there is no response yet; undefined continues the call. */
export async function strike(fault: CallFault, reply?: Reply): Promise<Sending | undefined> {
  const answer = reply ?? ENVELOPE.success(null);
  switch (fault.kind) {
    case 'delay':
      await wait(fault.ms);
      return reply && whole(reply);
    case 'reset':
      return { reply: answer, how: 'reset' };
    case 'truncated':
      return { reply: answer, how: 'truncated' };
    case 'unauthorized':
      return whole(oauthRefusal('invalid_token', 'Access token expired: withheld'));
    case 'rate-limited':
      return whole(rateLimited(fault.retryAfterSeconds));
    case 'error':
      return whole(ENVELOPE.refusal(new Refusal(500, 'An error occurred while processing your request')));
    case 'refusal':
      return whole(ENVELOPE.refusal(new Refusal(fault.status, fault.message, fault.code)));
    case 'bad-gateway':
      return whole(BAD_GATEWAY);
    case 'garbage':
      return whole({ ...answer, body: '\u0000\u0001{"requestSuccessful":tru<<<' });
    case 'wrong-envelope':
      return whole(json(200, { status: 'ok', data: {} }));
    case 'wrong-reference':
      return whole(withOtherReferences(answer));
    case 'drift':
      return reply && whole({ ...reply, body: drifted(reply.body, fault) });
    case 'lag':
    case 'flap':
    case 'page-cap':
    case 'page-order':
    case 'page-arrivals':
    case 'page-repeat':
    case 'page-short':
    case 'page-hides':
      return reply && whole(reply);
  }
}

function rateLimited(seconds: number): Reply {
  const refused = ENVELOPE.refusal(new Refusal(429, 'Too many requests'));
  return { ...refused, headers: { ...refused.headers, 'retry-after': String(seconds) } };
}

const BAD_GATEWAY: Reply = {
  status: 502,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center></body></html>',
};

/** As if the response of another request came back. */
function withOtherReferences(reply: Reply): Reply {
  return {
    ...reply,
    body: rewrite(reply.body, (key, value) => (isReference(key) ? `other-${String(value)}` : value)),
  };
}

const isReference = (key: string): boolean => key.endsWith('eference');

/** Changes text values in a response. A body that an earlier fault made unreadable stays as it is. */
export function rewrite(body: string, change: (key: string, value: unknown) => unknown): string {
  const changed = readJson(body, (key, value) => (typeof value === 'string' ? change(key, value) : value));
  return changed === undefined ? body : JSON.stringify(changed);
}

export function readJson(body: string, reviver?: (key: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(body, reviver) as unknown;
  } catch {
    return undefined;
  }
}
