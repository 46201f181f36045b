import type { Effect } from '../../domain/timeouts.js';
import { listEndpoints } from '../endpoints.js';

/** One line of the table that shows how far Oware covers the gateway. */
export interface CoverageRow {
  readonly endpoint: string;
  readonly activity: string;
  readonly group: string;
  readonly method: string;
  readonly path: string;
  readonly effect: Effect;
  readonly version: 1 | 2;
  readonly retires: string | null;
  readonly source: string;
  /** Part of the specification itself, not only of public material. */
  readonly specified: boolean;
  readonly sandbox: boolean;
}

/** The caller passes the endpoints that the sandbox serves: this folder does not import the sandbox. */
export function coverage(inSandbox: readonly string[]): CoverageRow[] {
  const served = new Set(inSandbox);
  return listEndpoints().map((endpoint) => ({
    endpoint: endpoint.name,
    activity: endpoint.name,
    group: endpoint.group,
    method: endpoint.method,
    path: endpoint.path,
    effect: endpoint.effect,
    version: endpoint.version,
    retires: endpoint.retires ?? null,
    source: endpoint.source,
    specified: endpoint.source.startsWith('specification'),
    sandbox: served.has(endpoint.name),
  }));
}

/** A path that the gateway retires. */
export interface RetiringRow {
  readonly endpoint: string;
  readonly method: string;
  readonly path: string;
  readonly retires: string;
  /** The same path in version 2, where the specification has it. */
  readonly replacement: string | null;
}

export function retiringEndpoints(): RetiringRow[] {
  const endpoints = listEndpoints();
  const places = new Set(endpoints.map(({ method, path }) => `${method} ${path}`));
  return endpoints.flatMap(({ name, method, path, retires }) => {
    if (retires === undefined) return [];
    const next = path.replace('/api/v1/', '/api/v2/');
    return [
      { endpoint: name, method, path, retires, replacement: places.has(`${method} ${next}`) ? next : null },
    ];
  });
}
