import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { explainEnd, runToEnd } from '../run/run-to-end.js';
import type { Fill } from './cache.js';
import { reportElapsed } from './elapsed.js';
import type { FinderOptions } from './options.js';
import { SDK_DOWNLOADS } from './versions.js';
import type { Attempt } from './ways.js';

/** The program that downloads; its arguments are the kind of server, a folder and a version. */
export interface Downloader {
  readonly command: readonly [string, ...string[]];
  readonly limitMs: number;
}

/** A separate process, because the SDK's download is native code that cannot be cancelled. */
const SDK: Downloader = {
  command: [process.execPath, fileURLToPath(new URL('./sdk-download-process.js', import.meta.url))],
  limitMs: 30_000,
};

export interface Download {
  readonly kind: keyof typeof SDK_DOWNLOADS;
  readonly fileName: string;
  /** Tries the downloaded file, and returns its version. */
  readonly check: (file: string) => Promise<Attempt<string>>;
}

/**
 * The SDK asks a service where the archive is, and unpacks and starts it in one step: there is no moment at
 * which Oware could compare it with a pin.
 */
export const UNPINNED =
  'skipped, because it runs without a pinned hash; OWARE_UNPINNED_DOWNLOADS=allow permits it';

export function downloadBySdk({ kind, fileName, check }: Download, options: FinderOptions): Fill {
  const { allowUnpinned = false, onProgress, downloader = SDK } = options;
  const report = (elapsed: string) =>
    onProgress?.({ phase: 'downloading', line: `the SDK obtains a ${kind}, ${elapsed}` });
  return async ({ folder, scratch }) => {
    if (!allowUnpinned) return { missed: UNPINNED };
    const [command, ...args] = downloader.command;
    const ended = await reportElapsed(report, () =>
      runToEnd(command, [...args, kind, scratch, SDK_DOWNLOADS[kind]], { limitMs: downloader.limitMs }),
    );
    // not by the exit code: the SDK also starts what it has, and gives a busy machine only 5 s for that
    const complete = (await readdir(scratch)).find((name) => !name.endsWith('.downloading'));
    if (complete === undefined) return { missed: explainEnd(ended) };
    const file = join(folder, fileName);
    await rename(join(scratch, complete), file);
    const checked = await check(file);
    return 'found' in checked ? { found: { obtainedBy: 'sdk-download', version: checked.found } } : checked;
  };
}
