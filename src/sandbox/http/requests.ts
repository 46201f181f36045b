import { type Request } from 'express';
import { type World } from '../world.js';
import { type createMatcher } from './matcher.js';
import { malformed, notFound, Refusal } from './refusal.js';
import { type Form, type Reply } from './reply.js';
import { type Call, type Method } from './route.js';

interface Addressed {
  readonly method: Method;
  readonly path: string;
}

export type Find<R extends Addressed> = ReturnType<typeof createMatcher<R>>;

class WrongMethod extends Refusal {
  override readonly headers: { readonly allow: string };

  constructor(method: string, allowed: string) {
    super(405, `Request method ${method} is not supported here, only ${allowed}`);
    this.headers = { allow: allowed };
  }
}

/** The route of a request; throws a refusal for an unknown path or method. */
export function found<R extends Addressed>(request: Request, find: Find<R>) {
  const match = find(request.method, request.path);
  if (match.kind === 'unknown') throw notFound(`Not found: ${request.method} ${request.path}`);
  if (match.kind === 'wrong-method') throw new WrongMethod(request.method, match.allowed.join(', '));
  return match;
}

export function toCall(world: World, request: Request, params: Call['params']): Call {
  return {
    world,
    params,
    query: request.query,
    body: request.body as unknown,
    headers: request.headers,
    address: request.socket.remoteAddress ?? '',
  };
}

export function refuseOtherThanJson(request: Request): void {
  const {
    'content-type': type,
    'content-length': length = '0',
    'transfer-encoding': chunked,
  } = request.headers;
  if (request.is('application/json') || (length === '0' && chunked === undefined)) return;
  throw new Refusal(
    415,
    `Content type ${(type ?? 'none').slice(0, 100)} is not supported, only application/json`,
  );
}

const DEEPEST_BODY = 32;

/** Limits nesting, because code that traverses a body recurses. */
export function refuseTooDeep({ body }: Request): void {
  if (isDeeperThan(DEEPEST_BODY, body)) throw malformed('the body is nested too deep');
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

/** An internal error gets the gateway's generic message, without internal details. */
export function toRefusal(world: World, form: Form, error: unknown): Reply {
  if (error instanceof Refusal) {
    const reply = form.refusal(error);
    return { ...reply, headers: { ...reply.headers, ...error.headers } };
  }
  world.log('error', 'internal error in the sandbox', { error: String(error) });
  return form.refusal(new Refusal(500, 'An error occurred while processing your request, please try again'));
}
