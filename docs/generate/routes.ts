import { readFileSync } from 'node:fs';
import { mountedRoutes } from '../../src/api/mounted-routes.js';
import type { DescribedRoute } from '../../src/api/described-routes.js';
import { createGatewayReads } from '../../src/api/gateway-reads.js';
import { createOwareClient, type OwareClientOptions } from '../../src/client/client.js';
import type { StateTexts } from '../../src/domain/lifecycle/state-texts.js';
import * as lifecycles from '../../workflows/lifecycles.js';

/** Pages besides those of lifecycles, and the routes that they list. */
const OTHER_PAGES: Readonly<Record<string, (route: Listed) => boolean>> = {
  'docs/api/gateway-reads.md': ({ folder, isRead }) => folder === undefined && isRead,
  'docs/api/gateway-records.md': ({ folder, isRead }) => folder === undefined && !isRead,
  'docs/api.md': ({ folder }) => folder !== undefined && !isOfLifecycle(folder),
};

interface Listed {
  /** Where its group of routes is mounted, if the group has a path of its own. */
  readonly folder: string | undefined;
  readonly isRead: boolean;
  readonly row: string;
}

const STATES_BLOCK = /(<!-- states -->\n)[\s\S]*?(<!-- end of states -->)/;

const BLOCK = /(<!-- routes -->\n)[\s\S]*?(<!-- end of routes -->)/;

/** Pages that people write, apart from their tables of routes. */
export const ROUTE_PAGES: Readonly<Record<string, () => string>> = Object.fromEntries([
  ...Object.values(lifecycles).map(({ path, states }) => {
    const page = `${path.replace('/v1/', 'docs/api/')}.md`;
    return [
      page,
      () =>
        withStates(
          withTable(page, ({ folder }) => folder === path),
          states,
        ),
    ] as const;
  }),
  ...Object.entries(OTHER_PAGES).map(([page, isListed]) => [page, () => withTable(page, isListed)] as const),
]);

function withTable(page: string, isListed: (route: Listed) => boolean): string {
  const rows = listRoutes()
    .filter(isListed)
    .map(({ row }) => row);
  const table = `\n| route | scope | effect |\n| --- | --- | --- |\n${rows.join('\n')}\n\n`;
  const written = readFileSync(page, 'utf8');
  if (!BLOCK.test(written)) throw new Error(`${page} has no place for its routes: <!-- routes -->`);
  return written.replace(BLOCK, (_block, start: string, end: string) => start + table + end);
}

/** A page that explains its states in words of its own has no place for the table. */
function withStates(written: string, states: StateTexts<string>): string {
  const rows = Object.entries(states).map(
    ([state, { means, waitsFor = '' }]) => `| \`${state}\` | ${means.replace(/\.$/, '')} | ${waitsFor} |`,
  );
  const table = `\n| state | meaning | waits for |\n| --- | --- | --- |\n${rows.join('\n')}\n\n`;
  return written.replace(STATES_BLOCK, (_block, start: string, end: string) => start + table + end);
}

function listRoutes(): readonly Listed[] {
  // makes no calls: only what is written about the routes is read
  const oware = createOwareClient({ taskQueue: 'none' } as OwareClientOptions);
  return mountedRoutes({ oware, gatewayReads: createGatewayReads(oware) }).flatMap(({ path, routes }) =>
    routes.described.map((route) => ({
      folder: path === '/v1' ? undefined : path,
      isRead: route.takesKey !== true,
      row: toRow(path, route),
    })),
  );
}

function toRow(mounted: string, { method, path, scope, summary, detail }: DescribedRoute): string {
  const named = path.replace(':anyReference', ':reference').replaceAll(/:(\w+)/g, '{$1}');
  const route = `${method.toUpperCase()} ${mounted}${named.replace(/\/$/, '')}`;
  // how every list works is said once, in docs/api.md
  const isList = method === 'get' && path === '/';
  const effect = detail === undefined || isList ? summary : `${summary}. ${detail}`;
  return `| \`${route}\` | \`${scope}\` | ${effect.replace(/\.$/, '')} |`;
}

function isOfLifecycle(folder: string): boolean {
  return Object.values(lifecycles).some(({ path }) => path === folder);
}
