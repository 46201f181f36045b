import type { IncomingMessage } from 'node:http';
import { isOwnHost, isSameOrigin } from '../../pages/foreign-pages.js';

export interface Rules {
  /** Names of this machine besides loopback. */
  readonly hosts: readonly string[];
  /** Whether pages may change workflows. */
  readonly canWrite: boolean;
}

export interface Refused {
  readonly status: number;
  readonly message: string;
}

const READS: ReadonlySet<unknown> = new Set(['GET', 'HEAD', 'OPTIONS']);
const WRITES: ReadonlySet<unknown> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Why a request is not passed on; undefined when it is. */
export function refuse(request: IncomingMessage, { hosts, canWrite }: Rules): Refused | undefined {
  const { headers, method, url = '' } = request;
  const own = { hosts: () => hosts };
  if (!isOwnHost(headers, own)) {
    const host = (headers.host ?? 'none').slice(0, 100);
    return forbidden(
      `Host ${host} is not allowed. Allowed: localhost, loopback addresses and OWARE_SANDBOX_HOSTS.`,
    );
  }
  if (!isSameOrigin(headers, own) && !isLink(request)) {
    return forbidden('The Web UI refuses requests from pages of another origin.');
  }
  // another form names another host than the header
  if (!url.startsWith('/')) return { status: 400, message: 'Expected a path.' };
  if (READS.has(method)) {
    return hasBody(request) ? { status: 400, message: `${method} with a body.` } : undefined;
  }
  if (!WRITES.has(method)) return { status: 405, message: `Method ${method} is not allowed.` };
  if (canWrite || (method === 'POST' && isQuery(url))) return undefined;
  return forbidden(
    'This Web UI is read-only, because its actions bypass the rules of payments. Use `oware cancel`, `oware resolve` …, or start it with --ui-write.',
  );
}

const forbidden = (message: string): Refused => ({ status: 403, message });

/** Pages of other origins may link to the Web UI. They cannot read what the link opens. */
function isLink({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers['sec-fetch-mode'] === 'navigate';
}

/** A body without its length would be taken for the next request. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}

/**
 * A query of a workflow, such as its call stack: the only read for which the pages use POST. No part of the path may
 * contain a slash or dots that the server would resolve to another path.
 */
function isQuery(url: string): boolean {
  const [path = ''] = url.split('?');
  const [, api, v1, namespaces, , workflows, , query, , ...more] = path.split('/');
  const isNamed = [api, v1, namespaces, workflows, query].join() === 'api,v1,namespaces,workflows,query';
  return isNamed && more.length === 0 && path.split('/').slice(1).every(isPlainPart);
}

function isPlainPart(part: string): boolean {
  try {
    return !/^\.{0,2}$|[/\\]/.test(decodeURIComponent(part));
  } catch {
    return false;
  }
}
