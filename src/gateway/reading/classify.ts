import type { FailureKind } from '../../domain/failure.js';
import type { EndpointDefinition, Sign } from '../spec/endpoint.js';
import type { Attempt } from '../http/reception.js';
import { readReply, type Reply } from './reply.js';

/** The outcome of one attempt. */
export type CallOutcome =
  | { readonly kind: 'ok'; readonly body: unknown; readonly wire: unknown }
  | { readonly kind: 'refused'; readonly as: string; readonly code: string; readonly message: string }
  | Failed;

export interface Failed {
  readonly kind: 'failed';
  readonly as: FailureKind;
  readonly reason: string;
  readonly code?: string;
  /** The gateway itself refused the token, so it processed nothing: renew it and send once more. */
  readonly tokenRefused?: true;
}

type Envelope = Extract<Reply, { form: 'envelope' }>;

/**
 * The one place that classifies what was seen on the wire. Fails closed: for a write, doubt means unknown.
 */
export function classify(endpoint: EndpointDefinition, attempt: Attempt): CallOutcome {
  if (attempt.kind === 'broken') {
    return attempt.sent
      ? noReply(endpoint, attempt.reason)
      : failed('unreachable', `not sent: ${attempt.reason}`);
  }
  const reply = readReply(attempt.text);
  const { status } = attempt;
  if (status === 401 || status === 403) return unauthorised(endpoint, status, reply);
  if (status === 429) return tooMany(endpoint, reply);
  if (reply.form !== 'envelope' || isRedirect(status)) return foreign(endpoint, status, reply);
  if (!reply.successful) return refused(endpoint, status, reply);
  if (status < 300) return accepted(endpoint, reply);
  return failed('contract-violated', `HTTP ${status} with an envelope that says success`, reply.code);
}

const isRedirect = (status: number) => status >= 300 && status < 400;

function accepted(endpoint: EndpointDefinition, { body, code }: Envelope): CallOutcome {
  const parsed = endpoint.reply.safeParse(body);
  if (parsed.success) return { kind: 'ok', body: parsed.data, wire: body };
  const names = parsed.error.issues.map((issue) => issue.path.map(String).join('.') || 'responseBody');
  return failed('contract-violated', `the reply could not be read: ${names.slice(0, 5).join(', ')}`, code);
}

function refused(endpoint: EndpointDefinition, status: number, envelope: Envelope): CallOutcome {
  const { code, message } = envelope;
  const reason = `refused with HTTP ${status}, code ${code || 'none'}: ${message || 'no reason given'}`;
  const named = endpoint.failures?.[code];
  if (named) return failed(named, reason, code);
  if (provesNothing(endpoint, status, code)) return failed('outcome-unknown', reason, code);
  const as = declaredAnswer(endpoint, status, envelope);
  if (as !== undefined) return { kind: 'refused', as, code, message };
  if (status >= 500) return noReply(endpoint, reason, code);
  // an unknown code with a status that refuses nothing proves nothing about the money
  const isRefusal = status >= 400 || endpoint.effect !== 'moves-money';
  return failed(isRefusal ? 'rejected-request' : 'outcome-unknown', reason, code);
}

/**
 * Where money moves, code 99 means "unexpected": with 2xx or 5xx it may have been processed. So may a reply
 * without a code.
 */
function provesNothing({ effect }: EndpointDefinition, status: number, code: string): boolean {
  const isRefusalByStatus = status >= 400 && status < 500;
  return effect === 'moves-money' && !isRefusalByStatus && (code === '99' || code === '');
}

/**
 * A code takes precedence over a message, and a message over a status; among equals the first declared one
 * wins.
 */
function declaredAnswer(
  endpoint: EndpointDefinition,
  status: number,
  envelope: Envelope,
): string | undefined {
  const isMet = (sign: Sign) =>
    (sign.status === undefined || sign.status === status) &&
    (sign.code === undefined || sign.code === envelope.code) &&
    (sign.message === undefined || (status < 500 && sign.message.pattern.test(envelope.message)));
  const met = Object.entries(endpoint.answers ?? {}).flatMap(([as, signs]) =>
    signs.filter(isMet).map((sign) => ({ as, weight: weightOf(sign) })),
  );
  return met.toSorted((one, other) => other.weight - one.weight)[0]?.as;
}

function weightOf({ code, message }: Sign): number {
  return (code === undefined ? 0 : 2) + (message === undefined ? 0 : 1);
}

function unauthorised(endpoint: EndpointDefinition, status: number, reply: Reply): CallOutcome {
  const byGateway = reply.form !== 'foreign';
  if (!byGateway && endpoint.effect !== 'reads') return foreign(endpoint, status, reply);
  const reason = `HTTP ${status}${reply.form === 'envelope' ? `: ${reply.message}` : ''}`;
  const outcome = failed('not-authorised', reason, byGateway ? reply.code : undefined);
  return status === 401 && byGateway ? { ...outcome, tokenRefused: true } : outcome;
}

function tooMany(endpoint: EndpointDefinition, reply: Reply): CallOutcome {
  const believed = reply.form === 'envelope' || endpoint.effect === 'reads';
  return believed ? failed('rate-limited', 'HTTP 429') : foreign(endpoint, 429, reply);
}

/** A proxy between us and the gateway may have written this; for a write it proves nothing. */
function foreign(endpoint: EndpointDefinition, status: number, reply: Reply): CallOutcome {
  const seen = reply.form === 'foreign' ? reply.seen : `a reply in the ${reply.form} form`;
  const reason = `HTTP ${status} with ${seen}`;
  if (status >= 500) return noReply(endpoint, reason);
  if (status < 300) return failed('contract-violated', reason);
  return failed(endpoint.effect === 'reads' ? 'contract-violated' : 'outcome-unknown', reason);
}

function noReply({ effect }: EndpointDefinition, reason: string, code?: string): CallOutcome {
  return failed(effect === 'reads' ? 'unreachable' : 'outcome-unknown', reason, code);
}

export function failed(as: FailureKind, reason: string, code?: string): Failed {
  return { kind: 'failed', as, reason, ...(code !== undefined && { code }) };
}
