import { Context } from '@temporalio/activity';
import type { GatewayClient } from '../src/gateway/http/client.js';
import type { Endpoint, KeptAnswerOf, RequestOf } from '../src/gateway/spec/endpoint.js';
import { type Endpoints, ENDPOINTS } from '../src/gateway/endpoints.js';
import { GatewayError } from '../src/gateway/http/errors.js';
import { toFailure } from './to-failure.js';

export interface WriteOptions {
  /** Business limit: after this time (ISO) the call is not started any more. */
  readonly notAfter?: string;
}

type SecretsOf<E> = E extends { secrets: readonly (infer Field extends string)[] } ? Field : never;

/** Fields that must not enter Temporal are replaced by a handle to where they are kept. */
export type ActivityRequest<E extends Endpoint> = [SecretsOf<E>] extends [never]
  ? RequestOf<E>
  : Omit<RequestOf<E>, SecretsOf<E>> & { readonly handle: string };

export type GatewayActivity<E extends Endpoint> = (
  request: ActivityRequest<E>,
  options?: WriteOptions,
) => Promise<KeptAnswerOf<E>>;

export type GatewayActivities = { [Name in keyof Endpoints]: GatewayActivity<Endpoints[Name]> };

type Fields = Readonly<Record<string, unknown>>;

/** Where secret fields are kept in memory. Only the desk has one; elsewhere such calls are refused. */
export interface Vault {
  reveal(handle: string, fields: readonly string[]): Promise<Fields>;
  /** Is given the whole answer, before it is reduced to what may enter Temporal. */
  retain(handle: string, answer: unknown): void;
}

export interface GatewayActivityOptions {
  readonly vault?: Vault;
  readonly now?: () => number;
}

/** One activity for each endpoint, under its name. No attempt logic here: one call, one outcome. */
export function createGatewayActivities(
  client: GatewayClient,
  options: GatewayActivityOptions = {},
): GatewayActivities {
  const activities = Object.values(ENDPOINTS).map((endpoint: Endpoint) => [
    endpoint.name,
    activityFor(client, endpoint, options),
  ]);
  return Object.fromEntries(activities) as GatewayActivities;
}

function activityFor(
  client: GatewayClient,
  endpoint: Endpoint,
  { vault, now = Date.now }: GatewayActivityOptions,
) {
  const { effect } = endpoint;
  return async (request: Fields, { notAfter }: WriteOptions = {}): Promise<unknown> => {
    const { cancellationSignal } = Context.current();
    try {
      if (notAfter !== undefined && !(now() <= Date.parse(notAfter))) throw notSent(endpoint, 'too-late');
      if (cancellationSignal.aborted) throw notSent(endpoint, 'unreachable');
      const whole = await withSecrets(endpoint, request, vault);
      // a deed in flight is neither cancelled nor cut off by a worker that stops: it ends with its own deadline
      const signal = effect === 'moves-money' ? undefined : cancellationSignal;
      const answer = await client.call(endpoint, whole, { signal });
      if (endpoint.secrets) vault?.retain(String(request.handle), answer);
      return keep(endpoint, answer);
    } catch (error) {
      // a cancelled question is simply cancelled; of anything else the outcome matters more than the wish
      if (effect === 'reads') cancellationSignal.throwIfAborted();
      throw toFailure(error, effect);
    }
  };
}

async function withSecrets(endpoint: Endpoint, request: Fields, vault: Vault | undefined): Promise<Fields> {
  const { secrets } = endpoint;
  if (!secrets) return request;
  const { handle, ...rest } = request;
  const revealed = await vault?.reveal(String(handle), secrets).catch(() => undefined);
  if (!revealed) throw notSent(endpoint, 'rejected-request');
  return { ...rest, ...Object.fromEntries(secrets.map((field) => [field, revealed[field]])) };
}

function keep(endpoint: Endpoint, answer: { readonly kind: string; readonly body?: unknown }): unknown {
  if (answer.kind !== 'ok' || !endpoint.keeps) return answer;
  return { kind: 'ok', body: endpoint.keeps.parse(answer.body) };
}

const WHY_NOT = {
  'too-late': 'its time was over',
  unreachable: 'the worker is stopping, or the call was cancelled before it began',
  'rejected-request': 'the secret fields are not here, or not any more',
} as const;

function notSent({ name, method, path }: Endpoint, kind: keyof typeof WHY_NOT): GatewayError {
  const context = { endpoint: name, method, path, requestId: '', ms: 0 };
  return new GatewayError(kind, `${name}: not sent, ${WHY_NOT[kind]}`, context);
}
