import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

const ENTRIES = [
  ['sources', 'workflows', 'index.ts'],
  ['compiled output', 'dist/workflows', 'index.js'],
] as const;

describe.each(ENTRIES)('the workflow bundle made from %s', (_what, folder, index) => {
  it('holds stories and words, and nothing that reads a clock, a socket or a schema', async () => {
    const at = (file: string) => resolve(ROOT, folder, file);
    expect(existsSync(at(index)), `${folder}/${index} is there: npm run build makes it`).toBe(true);
    const { code } = await bundleWorkflowCode({
      workflowsPath: at(index),
      payloadConverterPath: at('payload-converter.js'),
      failureConverterPath: at('failure-converter.js'),
      logger: new DefaultLogger('WARN'),
    });
    const modules = [...code.matchAll(/^ {2}!\*\*\* \.\/(\S+) \*\*\*!$/gm)].map(([, path]) => path ?? '');
    expect(modules.length).toBeGreaterThan(50);
    expect(modules.some((path) => path.includes('workflows/payment/workflow'))).toBe(true);
    expect(modules.some((path) => path.endsWith('workflows/payload-converter.js'))).toBe(true);
    const forbidden = modules.filter((path) =>
      /node_modules\/(zod|undici|express|pino)\/|^(dist\/)?(src\/(?!domain\/)|activities\/)/.test(path),
    );
    expect(forbidden).toEqual([]);
  }, 30_000);
});
