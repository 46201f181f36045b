import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Router } from 'express';
import { describe, expect, it } from 'vitest';
import { gatewayReadRoutes } from '../../src/api/routes/gateway-reads.js';
import { createGatewayReads } from '../../src/api/gateway-reads.js';
import * as routers from '../../src/api/routes/index.js';
import { createOwareClient, type OwareClientOptions } from '../../src/client/client.js';
import * as lifecycles from '../../workflows/lifecycles.js';
import { README } from '../support/readme.js';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

/** Where the variables of the tests are read. */
const testSources = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => read(`test/${file}`))
  .join('');

describe.each(DOCUMENTS)('%s', (document) => {
  const text = read(document);

  it('names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, script]) => script ?? '');
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  });

  it('names only commands that exist', () => {
    const commands = readdirSync(join(ROOT, 'src/cli/commands')).map((file) => file.replace(/\.ts$/, ''));
    const named = [...text.matchAll(/`(?:npx )?oware ([a-z]+)/g)].map(([, command]) => command ?? '');
    expect(named.filter((command) => !commands.includes(command))).toEqual([]);
  });

  it('names only files and folders that exist', () => {
    const named = [...text.matchAll(/`((?:src|workflows|activities|test|docs|bench|bin)\/[\w./-]+)`/g)];
    expect(named.map(([, path]) => path ?? '').filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('links only to files and headings that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)];
    const broken = links.filter(([, path = '', anchor]) => {
      const file = path === '' ? join(ROOT, document) : join(ROOT, dirname(document), path);
      if (!existsSync(file)) return true;
      return anchor !== undefined && !anchorsOf(readFileSync(file, 'utf8')).includes(anchor);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  it('names only settings that exist', () => {
    const known = [...`${read('src/config/table.ts')}${testSources}`.matchAll(/OWARE_[A-Z_]+/g)].map(
      ([name]) => name,
    );
    const named = [...text.matchAll(/OWARE_[A-Z_]+[A-Z]/g)].map(([name]) => name);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });
});

/** The anchors that GitHub makes of headings. */
function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

it('the README starts and tests Oware with two commands each', () => {
  expect(README).toMatch(/## Quick start[\s\S]*?```sh\nnpm ci\nnpm start\n```/);
  expect(README).toMatch(/## Tests[\s\S]*?```sh\nnpm ci\nnpm test\n```/);
});

it('the README’s table of contents lists every section', () => {
  const sections = [...README.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
  const listed = [...README.matchAll(/^- \[(.+)\]\(#/gm)].map(([, title]) => title);
  expect(listed).toEqual(sections);
});

it('the glossary has at most ten words', () => {
  const [, glossary = ''] = /^## Glossary$([\s\S]*?)^## /m.exec(read('docs/architecture.md')) ?? [];
  const rows = glossary.match(/^\| /gm) ?? [];
  // two rows are the head of the table
  expect(rows.length - 2).toBeGreaterThan(0);
  expect(rows.length - 2).toBeLessThanOrEqual(10);
});

it.each(Object.entries(lifecycles))('the page of %s lists every route, and no other', (name, { path }) => {
  // makes no calls: the test reads only the routes
  const oware = createOwareClient({ taskQueue: 'none' } as OwareClientOptions);
  const gatewayReads = createGatewayReads(oware);
  const routes = routesOf(path, routers[name as keyof typeof lifecycles]({ oware, gatewayReads }));
  const listed = [
    ...read(path.replace('/v1/', 'docs/api/') + '.md').matchAll(
      /^\| (`(?:GET|POST|PUT|DELETE) \/v1\/[^|]*)\|/gm,
    ),
  ].flatMap(([, cell]) => inFull(cell ?? ''));
  expect(listed.toSorted()).toEqual(routes.toSorted());
});

it('the page of gateway reads lists every route, and no other', () => {
  const oware = createOwareClient({ taskQueue: 'none' } as OwareClientOptions);
  const routes = routesOf('/v1', gatewayReadRoutes(createGatewayReads(oware)));
  const page = read('docs/api/gateway-reads.md');
  const listed = [...page.matchAll(/^\| `((?:GET|POST) \/v1\/[^`?]*)/gm)].map(([, route]) => route);
  expect(listed.toSorted()).toEqual(routes.toSorted());
});

function routesOf(path: string, router: Router): string[] {
  return router.stack.flatMap(({ route }) =>
    (route?.stack ?? []).map(({ method }) => {
      const named = route?.path.replace(':anyReference', ':reference').replaceAll(/:(\w+)/g, '{$1}');
      const rest = named?.replace(/\/$/, '') ?? '';
      return `${method.toUpperCase()} ${path}${rest}`;
    }),
  );
}

/** A cell has its first route in full, and only the differing end of the others. */
function inFull(cell: string): string[] {
  const [first = '', ...others] = [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text ?? '');
  const beforeEnd = first.replace(/(\{reference\})\/.*$/, '$1');
  return [first, ...others.map((end) => beforeEnd + end)];
}

it('CI runs the test commands of the README, then the checks', () => {
  const commands = read('.ci/run').match(/^npm .*$/gm);
  expect(commands).toEqual(['npm ci', 'npm test', 'npm run check']);
});

it('the CI workflow calls .ci/run, with actions pinned to commits', () => {
  const workflow = read('.github/workflows/ci.yml');
  expect(workflow.match(/run: .*/g)).toEqual(['run: .ci/run']);
  const uses = workflow.match(/uses: .*/g) ?? [];
  expect(uses).not.toHaveLength(0);
  for (const use of uses) expect(use).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

it('the lock file names no hosts', () => {
  expect(read('package-lock.json')).not.toContain('"resolved"');
});
