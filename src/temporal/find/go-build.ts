import { join } from 'node:path';
import { explainEnd, succeeded } from '../run/run-to-end.js';
import type { Fill } from './cache.js';
import { reportElapsed } from './elapsed.js';
import { createGo, type Go } from './go.js';
import { downloadModule } from './go-module.js';
import type { FinderOptions } from './options.js';
import { PINS } from './pins.js';
import { goodServerVersion } from './server-version.js';
import type { Attempt } from './ways.js';

const BUILD = [
  ...['build', '-v', '-buildvcs=false'],
  // with this, a dependency that go.sum does not pin is an error
  '-mod=readonly',
  // always: switching it on or off makes Go compile everything again
  '-trimpath',
  ...['-ldflags', '-s -w'],
];

/** Builds the temporal CLI from the module proxy: minutes the first time, seconds with Go's own cache warm. */
export function buildWithGo(fileName: string, options: FinderOptions): Fill {
  const { goModule } = { ...PINS, ...options.pins };
  return async ({ folder, scratch }) => {
    if (options.tools.go === undefined) return { missed: 'go is not on PATH' };
    const go = createGo(options.tools.go, scratch);
    const command = join(folder, fileName);
    const count = countBuild();
    const report = (elapsed: string) =>
      options.onProgress?.({ phase: 'building', line: `${count.show()}, ${elapsed}` });
    const built = await reportElapsed(report, async () => {
      const source = await downloadModule(go, goModule, scratch);
      return 'found' in source ? await build(go, source.found, command, count.onLine) : source;
    });
    if ('missed' in built) return built;
    const version = await goodServerVersion(command);
    return 'found' in version ? { found: { obtainedBy: 'go', version: version.found } } : version;
  };
}

/**
 * In the folder of the module itself, where its go.sum applies: `go install` of a version takes the hashes of
 * the dependencies from the checksum database, which a machine's settings can turn off.
 */
async function build(
  go: Go,
  source: string,
  command: string,
  onLine: (line: string) => void,
): Promise<Attempt<string>> {
  const ended = await go([...BUILD, '-o', command, './cmd/temporal'], { cwd: source, onLine });
  return succeeded(ended) ? { found: command } : { missed: explainEnd(ended) };
}

/** Go prints a line for each module that it downloads and, with -v, for each package that it compiles. */
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
