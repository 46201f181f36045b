import { Problem, PROBLEMS } from '../requests/problem.js';
import { refuseKey } from '../requests/idempotency-key.js';
import { type ErrorFields, fromProblem, OwareError } from './error.js';

/** The api, for what must not pass through Temporal: card data, OTPs and decisions. */
export interface ApiAddress {
  readonly url: string;
  readonly key: string;
}

export interface CallOptions {
  /** A repeat with the same key gets the same answer. */
  readonly idempotencyKey?: string | undefined;
}

export type Post = <Answer>(path: string, body?: object, options?: CallOptions) => Promise<Answer>;

/** More than the api waits for a lifecycle. */
const TIMEOUT_MS = 30_000;

/** Posts to the api. Every failure is an OwareError; none of them holds the body or the key. */
export function createPost(api: ApiAddress | undefined): Post {
  return async <Answer>(path: string, body: object = {}, { idempotencyKey }: CallOptions = {}) => {
    if (!api) throw withoutApi();
    refuseKey(idempotencyKey);
    const headers = {
      authorization: `Bearer ${api.key}`,
      'content-type': 'application/json',
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    };
    const reply = await fetch(`${api.url.replace(/\/+$/, '')}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => {
      throw noAnswer();
    });
    const answer = await reply.json().catch(() => {
      throw noAnswer();
    });
    if (!reply.ok) throw toError(reply.status, answer);
    return answer as Answer;
  };
}

function withoutApi(): OwareError {
  const message = 'Give `api: { url, key }` to connect: cards, OTPs and decisions go through the api only.';
  return fromProblem(new Problem('invalid', message));
}

/** Without the cause, which may repeat the address with its secrets. */
function noAnswer(): OwareError {
  return fromProblem(new Problem('unavailable', 'The api did not answer. Retry the identical request.'));
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** What every problem has; the rest are details of its type. */
const STANDARD: readonly string[] = [
  'type',
  'status',
  'title',
  'detail',
  'moneyMoved',
  'retry',
  'errors',
  'requestId',
];

function toError(status: number, answer: unknown): OwareError {
  const problem = (answer ?? {}) as Readonly<Record<string, unknown>>;
  const { type, title, detail, moneyMoved, retry, errors, requestId } = problem;
  // a proxy in between has replies of its own
  if (!isText(type)) return noAnswer();
  const fields = {
    type: type.replace(/^.*\/problems\//, ''),
    status,
    title: isText(title) ? title : PROBLEMS.internal.title,
    moneyMoved: moneyMoved ?? PROBLEMS.internal.moneyMoved,
    retry: retry ?? PROBLEMS.internal.retry,
    errors,
    requestId,
    details: Object.fromEntries(Object.entries(problem).filter(([name]) => !STANDARD.includes(name))),
  } as ErrorFields;
  return new OwareError(isText(detail) ? detail : fields.title, fields);
}
