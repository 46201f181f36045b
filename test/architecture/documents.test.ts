import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Router } from 'express';
import { describe, expect, it } from 'vitest';
import * as routers from '../../src/api/routes/index.js';
import { createOwareClient, type OwareClientOptions } from '../../src/client/client.js';
import * as lifecycles from '../../workflows/lifecycles.js';
import { README } from '../support/readme.js';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

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
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path]) => path ?? '');
    expect(links.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('names only settings that exist', () => {
    const known = [
      ...`${read('src/config.ts')}${read('src/config-table.ts')}`.matchAll(/OWARE_[A-Z_]+/g),
    ].map(([name]) => name);
    const named = [...text.matchAll(/OWARE_[A-Z_]+[A-Z]/g)].map(([name]) => name);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });
});

it('the README begins with running it: two commands', () => {
  expect(README).toMatch(/## Run it[\s\S]*?```sh\nnpm ci\nnpm start\n```/);
  expect(README).toMatch(/## Test it[\s\S]*?```sh\nnpm ci\nnpm test\n```/);
});

it('the README lists every route of the merchant API, and no other', () => {
  // only the routes are read; nothing is called
  const oware = createOwareClient({ taskQueue: 'none' } as OwareClientOptions);
  const routes = Object.entries(lifecycles).flatMap(([name, { path }]) =>
    routesOf(path, routers[name as keyof typeof lifecycles]({ oware })),
  );
  const listed = [...README.matchAll(/^\| (`(?:GET|POST|PUT|DELETE) \/v1\/[^|]*)\|/gm)].flatMap(([, cell]) =>
    inFull(cell ?? ''),
  );
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

/** A cell names its first route in full, and of others only the end that differs. */
function inFull(cell: string): string[] {
  const [first = '', ...others] = [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text ?? '');
  const beforeEnd = first.replace(/(\{reference\})\/.*$/, '$1');
  return [first, ...others.map((end) => beforeEnd + end)];
}

it('CI runs what the README says, then the checks', () => {
  const commands = read('.ci/run').match(/^npm .*$/gm);
  expect(commands).toEqual(['npm ci', 'npm test', 'npm run check']);
});

it('the lock file names no hosts', () => {
  expect(read('package-lock.json')).not.toContain('"resolved"');
});
