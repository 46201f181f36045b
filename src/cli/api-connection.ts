import { request } from 'undici';
import { readConfig, readEnvironment } from '../config/config.js';
import { readDevJson, sandboxUrl } from './dev-json.js';
import { CommandError, EXIT_CODES } from './explain-error.js';

/** A reply of the API, or of the sandbox. */
export type Answer = Readonly<Record<string, unknown>>;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Api {
  readonly url: string;
  call(method: Method, path: string, body?: object): Promise<Answer>;
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
  return {
    url,
    call: (method, path, body) => callHttp(url, method, path, { authorization: `Bearer ${key}`, body }),
  };
}

/** The sandbox of `oware dev` in this folder, or the address in the settings. */
export function openSandbox(): Api {
  const url = sandboxUrl(readConfig(readEnvironment()));
  return { url, call: (method, path, body) => callHttp(url, method, path, { body }) };
}

interface CallOptions {
  readonly authorization?: string;
  readonly body?: object | undefined;
}

/** Longer than the API waits for the gateway. */
const TIMEOUT_MS = 90_000;

async function callHttp(
  url: string,
  method: Method,
  path: string,
  { authorization, body }: CallOptions,
): Promise<Answer> {
  const reply = await request(`${url}${path}`, {
    method,
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    headersTimeout: TIMEOUT_MS,
  }).catch((error: unknown) => {
    const reason = String((error as { code?: string }).code ?? error);
    throw new CommandError(
      `Nothing responds at ${url} (${reason}). Start it with \`oware dev\`, or set OWARE_API_URL.`,
      EXIT_CODES.unknown,
    );
  });
  const answer = (await reply.body.json().catch(() => ({}))) as Answer;
  if (reply.statusCode >= 400) throw refusal(reply.statusCode, answer);
  return answer;
}

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
function refusal(status: number, problem: ProblemReply): CommandError {
  const { title, detail, errors = [], moneyMoved, retry, requestId, reason } = problem;
  const fields = errors.map(({ field, message }) => `  ${field}: ${message}`);
  const lines = [
    // the detail repeats the first of the fields
    (errors.length > 0 ? title : detail) ?? detail ?? title ?? reason ?? `HTTP ${status}`,
    ...fields,
    moneyMoved === 'unknown' && 'The outcome is unknown. Repeat the identical command.',
    retry === 'later' && 'Try again later.',
    requestId !== undefined && `Request ${requestId}`,
  ].filter((line) => line !== false);
  const isUnknown = moneyMoved === 'unknown' || status >= 500;
  return new CommandError(lines.join('\n'), isUnknown ? EXIT_CODES.unknown : EXIT_CODES.refused);
}
