import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DefaultLogger } from '@temporalio/worker';
import { isBuilt } from '../../../build/built-from.mjs';
import { readConfig, readEnvironment } from '../../../src/config/config.js';
import { CONVERTER_PATHS } from '../../../src/secrets/data-converter.js';
import type { FinderOptions } from '../../../src/temporal/find/options.js';
import { findTools } from '../../../src/temporal/find/tools.js';
import { bundleWorkflows } from '../../../src/temporal/workflow-bundle.js';

declare module 'vitest' {
  interface ProvidedContext {
    temporalAddress: string;
    bundlePath: string;
  }
}

/** Finds servers as `oware dev` does, in the same cache; prints progress when a download takes minutes. */
export async function finderOptions(): Promise<FinderOptions> {
  const environment = readEnvironment();
  const config = readConfig(environment);
  let printedAt = 0;
  return {
    tools: await findTools(environment.PATH ?? ''),
    cacheDir: config.cache,
    temporalCli: config.temporalCli,
    allowUnpinned: config.unpinnedDownloads === 'allow',
    onProgress: ({ line }) => {
      if (Date.now() - printedAt < 15_000) return;
      printedAt = Date.now();
      console.error(line);
    },
  };
}

/**
 * The path of the workflow bundle for all tests of a run: the build's where it is of today's sources, otherwise a new one
 * in a temporary folder.
 */
export async function provideBundle(): Promise<{ path: string; remove: () => void }> {
  if (isBuilt()) return { path: join('dist', 'workflow-bundle.js'), remove: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'oware-bundle-'));
  const path = join(folder, 'workflow-bundle.js');
  writeFileSync(path, await bundleWorkflows({ ...CONVERTER_PATHS, logger: new DefaultLogger('WARN') }));
  return { path, remove: () => rmSync(folder, { recursive: true }) };
}
