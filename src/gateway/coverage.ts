import type { Effect } from '../domain/patience.js';
import type { Endpoint } from './endpoint.js';
import { ENDPOINTS } from './endpoints.js';
import { TESTED_ENDPOINTS } from './tested-endpoints.js';

/** One line of the table that says how far Oware covers the gateway. */
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
  /** Named in the specification itself, not only in public material. */
  readonly specified: boolean;
  readonly sandbox: boolean;
  readonly tested: boolean;
}

/** The names of the endpoints that the sandbox serves are handed in: these rooms do not know each other. */
export function coverage(inSandbox: readonly string[]): CoverageRow[] {
  const tested = new Set<string>(TESTED_ENDPOINTS);
  const served = new Set(inSandbox);
  return (Object.values(ENDPOINTS) as Endpoint[]).map((endpoint) => ({
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
    tested: tested.has(endpoint.name),
  }));
}
