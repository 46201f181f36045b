import { type Method } from './route.js';

interface Matchable {
  readonly method: Method;
  readonly path: string;
}

export type Match<R> =
  | { readonly kind: 'found'; readonly route: R; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'wrong-method'; readonly allowed: readonly string[] }
  | { readonly kind: 'unknown' };

interface Template<R> {
  readonly segments: readonly string[];
  readonly byMethod: Map<string, R>;
}

const NO_PARAMS: Readonly<Record<string, string>> = {};

/** Finds the route of a raw path. A fixed path wins over a template; a trailing slash is ignored. */
export function createMatcher<R extends Matchable>(routes: readonly R[]) {
  const fixed = new Map<string, Map<string, R>>();
  const templates: Template<R>[] = [];

  for (const route of routes) {
    const path = trimmed(route.path);
    if (!path.includes('{')) {
      fixed.set(path, (fixed.get(path) ?? new Map<string, R>()).set(route.method, route));
      continue;
    }
    const segments = path.split('/');
    const known = templates.find((template) => template.segments.join('/') === path);
    if (known) known.byMethod.set(route.method, route);
    else templates.push({ segments, byMethod: new Map([[route.method, route]]) });
  }

  return (method: string, rawPath: string): Match<R> => {
    const path = trimmed(rawPath);
    const candidates: { byMethod: Map<string, R>; params: Readonly<Record<string, string>> }[] = [];
    const exact = fixed.get(path);
    if (exact) candidates.push({ byMethod: exact, params: NO_PARAMS });
    const segments = path.split('/');
    for (const { segments: wanted, byMethod } of exact?.has(method) ? [] : templates) {
      const params = paramsOf(wanted, segments);
      if (params) candidates.push({ byMethod, params });
    }
    for (const { byMethod, params } of candidates) {
      const route = byMethod.get(method);
      if (route) return { kind: 'found', route, params };
    }
    if (candidates.length === 0) return { kind: 'unknown' };
    return { kind: 'wrong-method', allowed: candidates.flatMap(({ byMethod }) => [...byMethod.keys()]) };
  };
}

function trimmed(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function paramsOf(wanted: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [position, want] of wanted.entries()) {
    const have = given[position] ?? '';
    if (!want.startsWith('{')) {
      if (want !== have) return undefined;
      continue;
    }
    const value = decoded(have);
    if (value === undefined || value === '') return undefined;
    params[want.slice(1, -1)] = value;
  }
  return params;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
