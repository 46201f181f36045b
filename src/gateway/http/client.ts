import { classify, failed, type CallOutcome } from '../reading/classify.js';
import { Deadline, within } from './deadline.js';
import { type AnswerOf, type Endpoint, type RequestOf, retirementOf } from '../spec/endpoint.js';
import { login } from '../endpoints/login.js';
import { GatewayError } from './errors.js';
import { openWire, type WireOptions } from './http.js';
import { createGatewayMeter, type GatewayMeter } from './meter.js';
import { pathIn, type Profile, respell, SPECIFICATION } from '../spec/profile.js';
import { buildRequest, InvalidRequest, type WireRequest } from './request.js';
import { createTokenKeeper } from './token.js';
import { type GatewayLog, type Seen, Trace } from './trace.js';

export interface GatewayClientOptions extends WireOptions {
  readonly apiKey: string;
  readonly secretKey: string;
  /** Added to requests that leave it out. */
  readonly contractCode?: string | undefined;
  /** Account number of the wallet that money is paid out of; added likewise. */
  readonly wallet?: string | undefined;
  /** The assumptions where the specification is silent or contradicted. */
  readonly profile?: Profile | undefined;
  /** Paths that differ from the contract, by endpoint name. */
  readonly paths?: Readonly<Record<string, string>> | undefined;
  /** Shortens every deadline to at most this. */
  readonly deadlineMs?: number | undefined;
  readonly log?: GatewayLog | undefined;
  /** Counts for all clients of a process. */
  readonly meter?: GatewayMeter | undefined;
  readonly now?: (() => number) | undefined;
}

export interface CallOptions {
  /** Aborts the call; the outcome of anything but a read is then unknown. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called last before each request of the call, after waiting for a token: with a reason, nothing is sent.
   */
  readonly whyUnwanted?: (() => Promise<string | undefined>) | undefined;
}

export interface GatewayClient {
  /** One call. Returns an answer that the endpoint declares; throws a GatewayError otherwise. */
  call<E extends Endpoint>(endpoint: E, request: RequestOf<E>, options?: CallOptions): Promise<AnswerOf<E>>;
  close(): Promise<void>;
}

type Fields = Readonly<Record<string, unknown>>;

export function createGatewayClient(options: GatewayClientOptions): GatewayClient {
  const {
    apiKey,
    secretKey,
    contractCode,
    wallet,
    paths = {},
    profile = SPECIFICATION,
    now = Date.now,
  } = options;
  const wire = openWire(options);
  const meter = options.meter ?? createGatewayMeter();
  const watch = { keys: [secretKey, apiKey], log: options.log, meter };
  const basic = `Basic ${Buffer.from(`${apiKey}:${secretKey}`).toString('base64')}`;
  const tokens = createTokenKeeper(async () => (await client.call(login, {})).body, now);

  const client: GatewayClient = {
    async call<E extends Endpoint>(
      endpoint: E,
      request: RequestOf<E>,
      { signal, whyUnwanted }: CallOptions = {},
    ) {
      const trace = new Trace(endpoint, request, watch);
      const built = build(endpoint, request, trace);
      const deadline = new Deadline(Math.min(endpoint.deadlineMs, options.deadlineMs ?? Infinity), signal);
      try {
        const call = { endpoint, request: built, deadline, whyUnwanted };
        const seen = endpoint.auth === 'basic' ? await attempt(call, basic) : await attemptWithToken(call);
        return trace.conclude(seen) as AnswerOf<E>;
      } finally {
        deadline.close();
      }
    },
    close: () => wire.close(),
  };

  function build(endpoint: Endpoint, request: Fields, trace: Trace): WireRequest {
    try {
      const filled = fill(endpoint, request, { apiKey, contractCode, wallet });
      const path = paths[endpoint.name] ?? pathIn(profile, endpoint.name) ?? endpoint.path;
      const spelled = (fields: Fields) => respell(profile, endpoint.name, fields);
      return buildRequest(endpoint, filled, { path, respell: spelled });
    } catch (error) {
      throw error instanceof InvalidRequest ? trace.refuse(error) : error;
    }
  }

  async function attempt(call: Call, authorization: string): Promise<Seen> {
    const { endpoint, request, deadline, whyUnwanted } = call;
    const unwanted = await whyUnwanted?.();
    if (unwanted !== undefined) return { outcome: failed('not-left', `not sent, ${unwanted}`) };
    if (retirementOf(request.path) !== undefined) meter.countRetiringCall(endpoint.name);
    const exchange = await wire.send(request, authorization, deadline);
    const outcome = classify(endpoint, exchange);
    const credentials = authorization.slice(authorization.indexOf(' ') + 1);
    return exchange.kind === 'reply'
      ? { outcome, credentials, httpStatus: exchange.status }
      : { outcome, credentials };
  }

  /**
   * A token that the gateway itself refused is renewed, and the call sent once more: it was not processed.
   */
  async function attemptWithToken(call: Call): Promise<Seen> {
    const first = await obtain(tokens.current(), call.deadline);
    if (typeof first !== 'string') return { outcome: first };
    const seen = await attempt(call, `Bearer ${first}`);
    if (seen.outcome.kind !== 'failed' || !seen.outcome.tokenRefused) return seen;
    const second = await obtain(tokens.newerThan(first), call.deadline);
    if (typeof second !== 'string') return { outcome: second };
    return attempt(call, `Bearer ${second}`);
  }

  return client;
}

interface Call {
  readonly endpoint: Endpoint;
  readonly request: WireRequest;
  readonly deadline: Deadline;
  readonly whyUnwanted: CallOptions['whyUnwanted'];
}

/** Whatever went wrong with the login, the call that needed it was not sent. */
async function obtain(token: string | Promise<string>, deadline: Deadline): Promise<string | CallOutcome> {
  if (typeof token === 'string') return token;
  try {
    return await within(deadline, token);
  } catch (error) {
    const reason = `not sent, no access token: ${error instanceof Error ? error.message : 'unknown'}`;
    const kind = error instanceof GatewayError ? error.kind : 'unreachable';
    return failed(kind === 'not-authorised' || kind === 'rate-limited' ? kind : 'unreachable', reason);
  }
}

function fill(endpoint: Endpoint, request: Fields, own: Record<string, string | undefined>): Fields {
  if (!endpoint.supplies) return request;
  const filled: Record<string, unknown> = { ...request };
  for (const [field, from] of Object.entries(endpoint.supplies)) {
    filled[field] ??= own[from];
    if (filled[field] === undefined) throw new InvalidRequest(field, 'is required');
  }
  return filled;
}
