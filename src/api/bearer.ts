import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import { createdWith, pluralOf } from '../client/kinds.js';
import type { KeyHolder } from '../domain/approval/approval.js';
import { Problem } from '../requests/problem.js';
import { setLogKeyName } from './request-log.js';

/** What a key may do. */
export const SCOPES = {
  read: 'read everything',
  collect: `ask customers for money: ${createdWith('collect').map(pluralOf).join(', ')}`,
  pay: `ask for payouts: ${createdWith('pay').map(pluralOf).join(', ')}`,
  approve: 'decide on payouts of other people, and on review items that can let money out',
  operate: 'resolve review items, pause and resume, send webhooks again, start sweeps',
} as const;

export type Scope = keyof typeof SCOPES;

/** Of a key that lists none. */
const DEFAULT_SCOPES: readonly Scope[] = ['read', 'collect', 'pay'];

/** Only the hash of a key is stored: the key file alone does not give access to the API. */
export interface ApiKey {
  readonly name: string;
  readonly sha256: string;
  /** The person or service that it belongs to; its name unless given. */
  readonly subject?: string | undefined;
  readonly scopes?: readonly Scope[] | undefined;
  /** From this moment (ISO) the key is refused. */
  readonly expiresAt?: string | undefined;
}

/** The keys as they are now: a file of keys may change while the API runs. */
export type ApiKeys = () => readonly ApiKey[];

/** The holder of the API key of a request. */
export interface Caller extends KeyHolder {
  readonly scopes: readonly Scope[];
}

export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

export function requireKey(keys: ApiKeys): RequestHandler {
  return (request, response, next) => {
    const given = /^Bearer (\S+)$/.exec(request.get('authorization') ?? '')?.[1];
    if (given === undefined)
      throw new Problem('unauthenticated', 'Send the header Authorization: Bearer <API key>.');
    const hash = Buffer.from(hashKey(given), 'hex');
    // compare every key, so that the response time does not show which one matched
    const [key] = keys().filter(({ sha256 }) => timingSafeEqual(hash, Buffer.from(sha256, 'hex')));
    if (!key) throw new Problem('unauthenticated', 'The API key is unknown.');
    if (isExpired(key)) throw new Problem('unauthenticated', `The API key '${key.name}' has expired.`);
    setCaller(response, key);
    next();
  };
}

const isExpired = ({ expiresAt }: ApiKey) => expiresAt !== undefined && Date.parse(expiresAt) <= Date.now();

/** Refuses callers whose key does not list the scope, on routes behind `requireKey`. */
export function requireScope(response: Response, scope: Scope): void {
  if (callerOf(response).scopes.includes(scope)) return;
  throw new Problem('forbidden', `The API key does not have the scope '${scope}'.`);
}

/** Who sent the request, on routes behind `requireKey`. */
export function callerOf({ locals }: Response): Caller {
  return locals.caller as Caller;
}

function setCaller(response: Response, { name, subject = name, scopes = DEFAULT_SCOPES }: ApiKey): void {
  const caller: Caller = { key: name, subject, scopes };
  response.locals.caller = caller;
  setLogKeyName(response, name);
}
