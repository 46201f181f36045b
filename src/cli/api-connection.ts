import { request } from 'undici';
import type { CommandOptions } from '../client/client.js';
import { readConfig, readEnvironment } from '../config/config.js';
import { readDevJson, sandboxUrl } from './dev-json.js';
import { CommandError, EXIT_CODES } from './explain-error.js';

/** A reply of the API, or of the sandbox. */
export type Answer = Readonly<Record<string, unknown>>;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Reply {
  readonly status: number;
  readonly answer: Answer;
}

export interface Api {
  readonly url: string;
  /** Throws where the API refuses the request, or does not answer. */
  send(method: Method, path: string, body?: object, options?: CommandOptions): Promise<Reply>;
  call(method: Method, path: string, body?: object, options?: CommandOptions): Promise<Answer>;
}

/** The API of the settings or, in a folder where `oware dev` ran, the one that it started. */
export function openApi({ asApprover = false }: { readonly asApprover?: boolean } = {}): Api {
  const config = readConfig(readEnvironment());
  const dev = readDevJson(config)?.api;
  const url = (config.apiUrl ?? dev?.url ?? `http://${config.host}:${config.apiPort}`).replace(/\/+$/, '');
  const key = config.apiKey ?? (asApprover ? dev?.approverKey : dev?.key);
  if (key === undefined) {
    throw new CommandError('Set OWARE_API_KEY, or run this in the folder of `oware dev`.');
  }
  return createApi(url, { authorization: `Bearer ${key}` });
}

/** The sandbox of `oware dev` in this folder, or the address in the settings. */
export function openSandbox(): Api {
  return createApi(sandboxUrl(readConfig(readEnvironment())), {});
}

function createApi(url: string, headers: Readonly<Record<string, string>>): Api {
  const send: Api['send'] = (method, path, body, { idempotencyKey } = {}) => {
    const key = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
    return sendHttp({ url, method, path, headers: { ...headers, ...key }, body });
  };
  return { url, send, call: async (...request) => (await send(...request)).answer };
}

/**
 * Whether the API works with the sandbox mode of its gateway. An API that does not tell is taken for a live one: there
 * a command must not fill in anything.
 */
export async function isSandbox(api: Api): Promise<boolean> {
  return (await api.call('GET', '/health')).gatewayMode === 'sandbox';
}

interface HttpRequest {
  readonly url: string;
  readonly method: Method;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object | undefined;
}

/** Longer than the API waits for the gateway. */
const TIMEOUT_MS = 90_000;

async function sendHttp({ url, method, path, headers, body }: HttpRequest): Promise<Reply> {
  const lost = (error: unknown) => noAnswer(url, method, error);
  const reply = await request(`${url}${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    headersTimeout: TIMEOUT_MS,
  }).catch((error: unknown) => {
    throw lost(error);
  });
  const { statusCode: status } = reply;
  const isDone = status < 300;
  const answer = (await reply.body.json().catch((error: unknown) => {
    // the status of a refusal says enough; without the rest of any other reply nothing is known
    if (isDone) throw lost(error);
    return {};
  })) as Answer;
  if (!isDone) throw refusal(method, status, answer);
  return { status, answer };
}

/** Errors before there is a connection: nothing was sent. */
const NOT_CONNECTED: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'],
  ...['UND_ERR_CONNECT_TIMEOUT', 'ERR_INVALID_URL', 'UND_ERR_INVALID_ARG'],
]);

function noAnswer(url: string, method: Method, error: unknown): CommandError {
  const { code } = error as { readonly code?: string };
  const reason = String(code ?? error);
  if (NOT_CONNECTED.has(code)) {
    return new CommandError(
      `Nothing responds at ${url} (${reason}), and nothing was sent. Start it with \`oware dev\`, or set OWARE_API_URL.`,
      EXIT_CODES.unknown,
    );
  }
  const isRead = method === 'GET';
  return new CommandError(
    `${url} did not answer (${reason}).${isRead ? '' : ` ${UNKNOWN} It may have been done.`}`,
    EXIT_CODES.unknown,
  );
}

const UNKNOWN = 'The outcome is unknown.';

interface ProblemReply {
  readonly title?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
  readonly moneyMoved?: string;
  readonly retry?: string;
  readonly requestId?: string;
  /** Of the sandbox. */
  readonly reason?: string;
}

/** The problem in words: what is wrong, where, and whether a repeat is safe. */
function refusal(method: Method, status: number, problem: ProblemReply): CommandError {
  const { title, detail, errors = [], moneyMoved, retry, requestId, reason } = problem;
  const fields = errors.map(({ field, message }) => `  ${field}: ${message}`);
  const lines = [
    // the detail repeats the first of the fields
    (errors.length > 0 ? title : detail) ?? detail ?? title ?? reason ?? `HTTP ${status}`,
    ...fields,
    moneyMoved === 'unknown' && method !== 'GET' && UNKNOWN,
    retry === 'later' && 'Try again later.',
    requestId !== undefined && `Request ${requestId}`,
  ].filter((line) => line !== false);
  const isUnknown = moneyMoved === 'unknown' || status >= 500;
  return new CommandError(lines.join('\n'), isUnknown ? EXIT_CODES.unknown : EXIT_CODES.refused);
}
