import { join } from 'node:path';
import { explainEnd, runToEnd, succeeded } from '../run/run-to-end.js';
import type { Fill } from './cache.js';
import { tellingElapsed } from './elapsed.js';
import type { FinderOptions } from './options.js';
import { goodServerVersion } from './server-version.js';
import { CLI_PACKAGE } from './versions.js';

/** Always with -trimpath: switching it on or off makes Go compile everything again. */
const INSTALL = ['install', '-v', '-trimpath', '-ldflags', '-s -w', CLI_PACKAGE];

/** Builds the temporal CLI from the module proxy: minutes the first time, seconds with Go's own cache warm. */
export function buildWithGo(fileName: string, { tools: { go }, onProgress }: FinderOptions): Fill {
  return async ({ folder, scratch }) => {
    if (go === undefined) return { missed: 'go is not on PATH' };
    const count = countBuild();
    const tell = (elapsed: string) =>
      onProgress?.({ phase: 'building', line: `${count.show()}, ${elapsed}` });
    const ended = await tellingElapsed(tell, () =>
      // through env(1), which adds to our environment without our reading it
      runToEnd('env', [`GOBIN=${folder}`, `GOTMPDIR=${scratch}`, 'CGO_ENABLED=0', go, ...INSTALL], {
        cwd: scratch,
        onLine: count.onLine,
      }),
    );
    if (!succeeded(ended)) return { missed: explainEnd(ended) };
    const version = await goodServerVersion(join(folder, fileName));
    return 'found' in version ? { found: { obtainedBy: 'go', version: version.found } } : version;
  };
}

/** Go says a line for each module that it downloads and, asked with -v, for each package that it compiles. */
function countBuild() {
  let modules = 0;
  let packages = 0;
  return {
    onLine: (line: string) => {
      if (line.startsWith('go: downloading')) modules += 1;
      else if (!line.startsWith('go: ')) packages += 1;
    },
    show: () => `${modules} modules downloaded, ${packages} packages compiled`,
  };
}
