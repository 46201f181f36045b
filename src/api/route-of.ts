import type { Request } from 'express';

/** Names the route of a request, given the paths that routes are mounted at. */
export function createRouteOf(mountPaths: readonly string[]): (request: Request) => string {
  // the longest first: one may be the start of another
  const paths = [...new Set(mountPaths)].sort((one, other) => other.length - one.length);
  const mount = new RegExp(`^(?:${paths.join('|')})(?=/|\\?|$)`);

  /** The route, not the path: paths contain return tokens, and anything else that a caller sends. */
  return ({ originalUrl, route }) => {
    const mounted = mount.exec(originalUrl)?.[0];
    const path: unknown = (route as { readonly path?: unknown } | undefined)?.path;
    return mounted !== undefined && typeof path === 'string' ? `${mounted}${path}` : 'none';
  };
}
