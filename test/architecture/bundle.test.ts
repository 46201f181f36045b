import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DefaultLogger } from '@temporalio/worker';
import { describe, expect, it } from 'vitest';
import { bundleWorkflows } from '../../src/temporal/workflow-bundle.js';
import { KINDS } from '../../src/client/kinds.js';
import { nameOf } from '../../workflows/shared/messages.js';

const ROOT = resolve(import.meta.dirname, '../..');
const at = (file: string) => resolve(ROOT, 'workflows', file);

const BUNDLES = [
  [
    'sources',
    () =>
      bundleWorkflows({
        payloadConverterPath: at('payload-converter.js'),
        failureConverterPath: at('failure-converter.js'),
        logger: new DefaultLogger('WARN'),
      }),
  ],
  ['compiled output by the build', () => readFileSync(resolve(ROOT, 'dist/workflow-bundle.js'), 'utf8')],
] as const;

describe.each(BUNDLES)('the workflow bundle made from %s', (_what, bundle) => {
  it('holds every workflow and the domain, and nothing that reads a clock, a socket or a schema', async () => {
    const code = await bundle();
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
  }, 30_000);
});
