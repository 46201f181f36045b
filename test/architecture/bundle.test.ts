import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

const ENTRIES = [
  ['sources', 'workflows/index.ts', 'workflows/failure-converter.js'],
  ['compiled output', 'dist/workflows/index.js', 'dist/workflows/failure-converter.js'],
] as const;

describe.each(ENTRIES)('the workflow bundle made from %s', (_what, entry, failureConverter) => {
  it('holds stories and words, and nothing that reads a clock, a socket or a schema', async () => {
    expect(existsSync(resolve(ROOT, entry)), `${entry} is there: npm run build makes it`).toBe(true);
    const { code } = await bundleWorkflowCode({
      workflowsPath: resolve(ROOT, entry),
      failureConverterPath: resolve(ROOT, failureConverter),
      logger: new DefaultLogger('WARN'),
    });
    const modules = [...code.matchAll(/^ {2}!\*\*\* \.\/(\S+) \*\*\*!$/gm)].map(([, path]) => path ?? '');
    expect(modules.length).toBeGreaterThan(50);
    expect(modules.some((path) => path.includes('workflows/payment/workflow'))).toBe(true);
    const forbidden = modules.filter((path) =>
      /node_modules\/(zod|undici|express|pino)\/|^(dist\/)?(src\/(?!domain\/)|activities\/)/.test(path),
    );
    expect(forbidden).toEqual([]);
  }, 30_000);
});
