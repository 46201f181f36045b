import { Context } from '@temporalio/activity';
import type { GatewayClient } from '../src/gateway/http/client.js';
import type { Endpoint, KeptAnswerOf, RequestOf } from '../src/gateway/spec/endpoint.js';
import { type Endpoints, ENDPOINTS } from '../src/gateway/endpoints.js';
import { GatewayError } from '../src/gateway/http/errors.js';
import { type PausableQueue, type Pause, whyPaused } from '../src/domain/pause/pause.js';
import { whyUnwanted } from './still-wanted.js';
import { toFailure } from './to-failure.js';

export interface WriteOptions {
  /** Business limit: the activity does not start the call after this time (ISO). */
  readonly notAfter?: string;
  /** The activity does not start the call while this queue, or one of these banks, is paused. */
  readonly unlessPaused?: { readonly queue: PausableQueue; readonly bankCodes: readonly string[] };
}

type SecretsOf<E> = E extends { secrets: readonly (infer Field extends string)[] } ? Field : never;

/** A handle replaces the fields that must not enter Temporal; the vault resolves it. */
export type ActivityRequest<E extends Endpoint> = [SecretsOf<E>] extends [never]
  ? RequestOf<E>
  : Omit<RequestOf<E>, SecretsOf<E>> & { readonly handle: string };

export type GatewayActivity<E extends Endpoint> = (
  request: ActivityRequest<E>,
  options?: WriteOptions,
) => Promise<KeptAnswerOf<E>>;

/** Calls that stay outside of Temporal have none. */
type HasActivity<E> = E extends { outsideTemporal: true } ? false : true;

export type GatewayActivities = {
  [Name in keyof Endpoints as HasActivity<Endpoints[Name]> extends true ? Name : never]: GatewayActivity<
    Endpoints[Name]
  >;
};

type Fields = Readonly<Record<string, unknown>>;

/** Secret fields, in memory. Only the vault process provides them; other workers refuse calls that need them. */
export interface SecretFields {
  reveal(handle: string, fields: readonly string[]): Promise<Fields>;
  /** Receives the whole answer, before it is reduced to the fields that may enter Temporal. */
  retain(handle: string, answer: unknown): void;
}

export interface GatewayActivityOptions {
  readonly secretFields?: SecretFields;
  /** What is paused now. Without it no request is sent that asks for it. */
  readonly pauses?: () => Promise<readonly Pause[]>;
  readonly now?: () => number;
}

/** One activity for each endpoint that has one, under its name. No retry logic here: one call, one outcome. */
export function createGatewayActivities(
  client: GatewayClient,
  options: GatewayActivityOptions = {},
): GatewayActivities {
  const activities = (Object.values(ENDPOINTS) as Endpoint[])
    .filter(({ outsideTemporal }) => !outsideTemporal)
    .map((endpoint) => [endpoint.name, activityFor(client, endpoint, options)]);
  return Object.fromEntries(activities) as GatewayActivities;
}

function activityFor(
  client: GatewayClient,
  endpoint: Endpoint,
  { secretFields, pauses = unknown, now = Date.now }: GatewayActivityOptions,
) {
  const { effect } = endpoint;
  return async (request: Fields, { notAfter, unlessPaused }: WriteOptions = {}): Promise<unknown> => {
    const { cancellationSignal } = Context.current();
    const heldBack = async () => (unlessPaused ? whyPaused(await pauses(), unlessPaused) : undefined);
    try {
      if (notAfter !== undefined && !(now() <= Date.parse(notAfter))) throw notSent(endpoint, 'too-late');
      if (cancellationSignal.aborted) throw notSent(endpoint, 'unreachable');
      const whole = await withSecrets(endpoint, request, secretFields);
      // neither a cancellation nor a worker shutdown aborts a write in flight: only its own deadline ends it
      const options =
        effect === 'moves-money'
          ? { whyUnwanted: () => whyUnwanted(now, heldBack) }
          : { signal: cancellationSignal };
      const answer = await client.call(endpoint, whole, options);
      if (endpoint.secrets) secretFields?.retain(String(request.handle), answer);
      return keep(endpoint, answer);
    } catch (error) {
      // a cancelled read is simply cancelled; for a write the outcome matters more than the cancellation
      if (effect === 'reads') cancellationSignal.throwIfAborted();
      throw toFailure(error, effect);
    }
  };
}

const unknown = () => Promise.reject<readonly Pause[]>(new Error('this worker does not read what is paused'));

async function withSecrets(
  endpoint: Endpoint,
  request: Fields,
  secretFields: SecretFields | undefined,
): Promise<Fields> {
  const { secrets } = endpoint;
  if (!secrets) return request;
  const { handle, ...rest } = request;
  const revealed = await secretFields?.reveal(String(handle), secrets).catch(() => undefined);
  if (!revealed) throw notSent(endpoint, 'rejected-request');
  return { ...rest, ...Object.fromEntries(secrets.map((field) => [field, revealed[field]])) };
}

function keep(endpoint: Endpoint, answer: { readonly kind: string; readonly body?: unknown }): unknown {
  if (answer.kind !== 'ok' || !endpoint.keeps) return answer;
  return { kind: 'ok', body: endpoint.keeps.parse(answer.body) };
}

const NOT_SENT_REASONS = {
  'too-late': 'its deadline had passed',
  unreachable: 'the worker is shutting down, or the call was cancelled before it started',
  'rejected-request': 'this worker does not hold the secret fields, or they have been erased',
} as const;

function notSent({ name, method, path }: Endpoint, kind: keyof typeof NOT_SENT_REASONS): GatewayError {
  const context = { endpoint: name, method, path, requestId: '', ms: 0 };
  return new GatewayError(kind, `${name}: not sent, ${NOT_SENT_REASONS[kind]}`, context);
}
