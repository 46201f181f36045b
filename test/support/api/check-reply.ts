import type { DescribedRoute } from '../../../src/api/described-routes.js';
import { mountedRoutes, pathOf } from '../../../src/api/mounted-routes.js';
import { createGatewayReads } from '../../../src/api/gateway-reads.js';
import { problemsOf } from '../../../src/api/openapi.js';
import { typeOf } from '../../../src/requests/problem.js';
import { createOwareClient, type OwareClientOptions } from '../../../src/client/client.js';

interface KnownRoute {
  readonly route: DescribedRoute;
  readonly path: string;
  readonly pattern: RegExp;
}

const ROUTES = knownRoutes();

/** All routes as the documents have them; nothing is called. */
export function knownRoutes(): readonly KnownRoute[] {
  const oware = createOwareClient({ taskQueue: 'none' } as OwareClientOptions);
  const mounted = mountedRoutes({ oware, gatewayReads: createGatewayReads(oware) });
  return mounted.flatMap(({ path: mount, routes }) =>
    routes.described.map((route) => {
      const path = pathOf(mount, route.path);
      return { route, path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`) };
    }),
  );
}

export interface CheckedReply {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}

/** Throws where a reply is not as documented: another status, another problem, a field too many or too few. */
export function checkReply({ method, path, status, body }: CheckedReply): void {
  const [bare = ''] = path.split('?');
  const isThis = ({ route, pattern }: KnownRoute) =>
    route.method === method.toLowerCase() && pattern.test(bare);
  // a fixed path comes before one with a parameter, as in the app
  const known = ROUTES.filter(isThis).sort(
    (one, other) => Number(one.path.includes('{')) - Number(other.path.includes('{')),
  )[0];
  if (!known) return;
  const fail = (why: string) => {
    throw new Error(
      `${method} ${bare}: ${status} is not as documented: ${why}\n${JSON.stringify(body, null, 2)}`,
    );
  };
  if (status >= 400) {
    const { type } = body as { readonly type?: string };
    const documented = problemsOf(known.route, known.path).map(typeOf);
    if (!documented.includes(String(type))) fail(`problem ${String(type)}`);
    return;
  }
  const reply = known.route.replies[status];
  if (!reply) return fail('status');
  const parsed = reply.schema?.safeParse(body);
  if (parsed?.error) fail(JSON.stringify(parsed.error.issues.slice(0, 5)));
}
