import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DefaultLogger } from '@temporalio/worker';
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

/** Writes one workflow bundle for all files of a project. */
export async function writeBundle(): Promise<string> {
  const code = await bundleWorkflows({
    ...CONVERTER_PATHS,
    logger: new DefaultLogger('WARN'),
  });
  const path = join(mkdtempSync(join(tmpdir(), 'oware-bundle-')), 'workflow-bundle.js');
  writeFileSync(path, code);
  return path;
}
