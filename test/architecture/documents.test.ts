import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/main.js';
import { REVIEW_KINDS } from '../../src/domain/lifecycle/review.js';
import { README } from '../support/readme.js';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'src/sandbox/README.md',
  ...['docs', 'examples'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${folder}/${file}`),
  ),
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
    const commands = [...Object.keys(COMMANDS).map((usage) => usage.split(' ')[0]), 'completion'];
    const named = [...text.matchAll(/`(?:npx )?oware ([a-z][a-z-]*)/g)].map(([, command]) => command ?? '');
    expect(named.filter((command) => !commands.includes(command))).toEqual([]);
  });

  it('names only files and folders that exist', () => {
    const named = [
      ...text.matchAll(/`((?:src|workflows|activities|test|docs|bench|bin|examples)\/[\w./-]+)`/g),
    ];
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

it('the README leads to every page of docs', () => {
  const pages = readdirSync(join(ROOT, 'docs')).filter((file) => file.endsWith('.md'));
  expect(pages.filter((page) => !README.includes(`(docs/${page})`))).toEqual([]);
});

it('the README leads to the guide of every resource', () => {
  const guides = readdirSync(join(ROOT, 'docs/api'));
  const text = guides.map((guide) => read(`docs/api/${guide}`)).join('');
  const isReached = (guide: string) => README.includes(`(docs/api/${guide})`) || text.includes(`(${guide})`);
  expect(guides.filter((guide) => !isReached(guide))).toEqual([]);
});

it('the glossary has at most ten words', () => {
  const [, glossary = ''] = /^## Glossary$([\s\S]*?)^## /m.exec(read('docs/architecture.md')) ?? [];
  const rows = glossary.match(/^\| /gm) ?? [];
  // two rows are the head of the table
  expect(rows.length - 2).toBeGreaterThan(0);
  expect(rows.length - 2).toBeLessThanOrEqual(10);
});

it('there is a runbook for every kind of review item, and no other', () => {
  const [, ...sections] = [...read('docs/runbooks.md').matchAll(/^#+ (.+)$/gm)].map(([, title]) => title);
  expect(sections.toSorted()).toEqual([...REVIEW_KINDS].sort());
});

it('CI runs both circles of tests by the commands of the README, then the checks', () => {
  const commands = read('.ci/run').match(/^npm .*$/gm);
  expect(commands).toEqual(['npm ci', 'npm test', 'npm run test:all', 'npm run check']);
  for (const command of commands ?? []) expect(read('README.md')).toContain(command);
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
