import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { KINDS } from '../../src/client/kinds.js';
import { nameOf } from '../../workflows/shared/messages.js';

it('the workflow bundle holds every workflow and the domain, and nothing that reads a clock, a socket or a schema', () => {
  const code = readFileSync('dist/workflow-bundle.js', 'utf8');
  const modules = [...code.matchAll(/^ {2}!\*\*\* \.\/(\S+) \*\*\*!$/gm)].map(([, path]) => path ?? '');
  expect(modules.length).toBeGreaterThan(50);
  const missing = KINDS.filter(
    (kind) => !modules.some((path) => path.includes(`workflows/${nameOf(kind)}/workflow`)),
  );
  expect(missing).toEqual([]);
  expect(modules.some((path) => path.endsWith('workflows/payload-converter.js'))).toBe(true);
  const forbidden = modules.filter((path) =>
    /node_modules\/(zod|undici|express|pino)\/|^(dist\/)?(src\/(?!domain\/)|activities\/)/.test(path),
  );
  expect(forbidden).toEqual([]);
});
