import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
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

it('CI runs what the README says, then the checks', () => {
  const commands = read('.ci/run').match(/^npm .*$/gm);
  expect(commands).toEqual(['npm ci', 'npm test', 'npm run check']);
});

it('the lock file names no hosts', () => {
  expect(read('package-lock.json')).not.toContain('"resolved"');
});
