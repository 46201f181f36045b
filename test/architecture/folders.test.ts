import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { KINDS } from '../../src/client/kinds.js';
import { nameOf } from '../../workflows/shared/messages.js';
import { importsOf, refuseImport, sourceFiles } from './imports.js';

const ROOT = resolve(import.meta.dirname, '../..');

function refusalsIn(root: string): string[] {
  const imports = sourceFiles(root).flatMap((file) => importsOf(root, file));
  return imports.map(refuseImport).filter((refusal) => refusal !== undefined);
}

it('no folder imports what the table does not allow', () => {
  expect(refusalsIn(ROOT)).toEqual([]);
});

it('the test sees every source file', () => {
  const files = sourceFiles(ROOT);
  expect(files.length).toBeGreaterThan(100);
  expect(files).toContain('workflows/checkout/workflow.ts');
});

it('a workflow outside of services is a lifecycle of the table, and knows no service', () => {
  const withWorkflow = readdirSync(join(ROOT, 'workflows')).filter((name) =>
    existsSync(join(ROOT, 'workflows', name, 'workflow.ts')),
  );
  expect(withWorkflow.sort()).toEqual(KINDS.map(nameOf).sort());
  const lifecycles = sourceFiles(ROOT, ['workflows']).filter(
    (file) => !file.startsWith('workflows/services/'),
  );
  const imports = lifecycles.flatMap((file) => importsOf(ROOT, file));
  expect(imports.filter(({ to }) => to.startsWith('workflows/services/'))).toEqual([]);
});

it('the examples import nothing of Oware but its client, as a merchant can', () => {
  const examples = sourceFiles(ROOT, ['examples']);
  expect(examples).toContain('examples/shop/main.ts');
  const imported = new Set(examples.flatMap((file) => importsOf(ROOT, file).map(({ to }) => to)));
  const foreign = [...imported].filter((to) => !to.startsWith('examples/shop/') && !to.startsWith('node:'));
  expect(foreign.sort()).toEqual(['express', 'oware/client']);
});

it('the environment is read in one place only', () => {
  const readers = sourceFiles(ROOT).filter((file) =>
    readFileSync(join(ROOT, file), 'utf8').includes('process.env'),
  );
  expect(readers).toEqual(['src/config/config.ts']);
});

const PLANTED: Record<string, string> = {
  'src/domain/money.ts': `import { x } from '../gateway/client.js';`,
  'src/gateway/client.ts': `import { x } from '../../activities/gateway.js';`,
  'src/sandbox/app.ts': `export * from '../gateway/client.js';`,
  'src/api/app.ts': `import { x } from '../gateway/client.js';`,
  'src/client/client.ts': `import { x } from '../../workflows/checkout/workflow.js';`,
  'src/temporal/connect.ts': `const x = await import('../secrets/data-converter.js');`,
  'workflows/checkout/workflow.ts': `import { x } from '../../activities/gateway.js';`,
  'workflows/services/payout-day/workflow.ts': `import { x } from '../../checkout/messages.js';`,
  'workflows/checkout/checks.ts': `import type { X } from '../../src/gateway/http/client.js';`,
  'activities/gateway.ts': `type X = import('../src/client/client.js').X;`,
};

it.each(Object.entries(PLANTED))('a forbidden import in %s is found', (file, content) => {
  const root = mkdtempSync(join(tmpdir(), 'oware-folders-'));
  for (const [path, text] of [...Object.entries(PLANTED).map(([path]) => [path, '']), [file, content]]) {
    mkdirSync(dirname(join(root, path!)), { recursive: true });
    writeFileSync(join(root, path!), text!);
  }
  expect(refusalsIn(root)).toHaveLength(1);
  expect(refusalsIn(root)[0]).toContain(`(${file})`);
  rmSync(root, { recursive: true });
});

it('types of activities, and messages of a lifecycle, may be imported where the table says so', () => {
  const from = 'workflows/checkout/checks.ts';
  expect(refuseImport({ from, to: 'activities/activities.ts', typeOnly: true })).toBeUndefined();
  expect(refuseImport({ from, to: 'activities/activities.ts', typeOnly: false })).toBeDefined();
  const client = 'src/client/deliver-event.ts';
  expect(
    refuseImport({ from: client, to: 'workflows/checkout/messages.ts', typeOnly: false }),
  ).toBeUndefined();
  expect(refuseImport({ from: client, to: 'workflows/checkout/state.ts', typeOnly: true })).toBeDefined();
});
