import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { findDevServer } from '../../../src/temporal/find/dev-server.js';
import type { FinderOptions, Progress } from '../../../src/temporal/find/options.js';
import { fakeDownloader, isRunning, linesOf, saysServer, script, temporaryFolder, writes } from '../fakes.js';

let folder: string;
let cacheDir: string;
let builds: string;
let offline: Pick<FinderOptions, 'cacheDir' | 'downloader'>;

beforeEach(async () => {
  folder = await temporaryFolder();
  cacheDir = join(folder, 'cache');
  builds = join(folder, 'builds');
  offline = { cacheDir, downloader: await fakeDownloader(folder, 'echo "name not known" >&2; exit 1') };
});

async function fakeGo(server = '1.29.1'): Promise<string> {
  const build = `echo "$@" >> ${builds}; ${writes('$GOBIN/temporal', saysServer(server))}`;
  return await script(join(folder, 'go'), `echo "go: downloading a v1" >&2; echo a/b >&2; ${build}`);
}

async function fakeTemporal(body: string): Promise<string> {
  return await script(join(folder, 'temporal'), body);
}

test('takes the temporal on PATH, judged by its server, and leaves the cache alone', async () => {
  const temporal = await fakeTemporal(saysServer('1.31.2'));

  expect(await findDevServer({ ...offline, tools: { temporal, go: await fakeGo() } })).toEqual({
    command: temporal,
    serverVersion: '1.31.2',
  });
  expect(await readdir(folder)).not.toContain('cache');
});

test('downloads before it builds', async () => {
  const downloader = await fakeDownloader(
    folder,
    `[ "$1 $3" = "dev-server default" ] && ${writes('$2/temporal-sdk-typescript-9', saysServer('1.32.0'))}`,
  );

  expect(await findDevServer({ cacheDir, downloader, tools: { go: await fakeGo() } })).toEqual({
    command: join(cacheDir, 'dev-server/temporal'),
    serverVersion: '1.32.0',
  });
  expect(await linesOf(builds)).toEqual([]);
});

test('keeps a complete download although the SDK could not start it in its 5 s', async () => {
  const downloader = await fakeDownloader(folder, `${writes('$2/temporal-9', saysServer('1.32.0'))}; exit 1`);

  const found = await findDevServer({ cacheDir, downloader, tools: {} });
  expect(found.serverVersion).toBe('1.32.0');
});

test('does not take half a download, and ends one that hangs', async () => {
  const pidFile = join(folder, 'pid');
  const hanging = `echo $$ > ${pidFile}; ${writes('$2/temporal-9.downloading', saysServer('1.32.0'))}; sleep 60`;
  const downloader = await fakeDownloader(folder, hanging, 300);

  await expect(findDevServer({ cacheDir, downloader, tools: {} })).rejects.toThrow(
    "the SDK's download: took longer than 0.3 s",
  );
  const [pid] = await linesOf(pidFile);
  expect(isRunning(Number(pid))).toBe(false);
  expect(await readdir(cacheDir)).toEqual(['lock']);
});

test('builds with Go when nothing else is there, says how far it is, and finds it in the cache from then on', async () => {
  const said: Progress[] = [];
  const options = {
    ...offline,
    tools: { go: await fakeGo() },
    onProgress: (progress: Progress) => said.push(progress),
  };

  const built = await findDevServer(options);
  expect(built).toEqual({ command: join(cacheDir, 'dev-server/temporal'), serverVersion: '1.29.1' });
  expect(said.map(({ phase }) => phase)).toEqual(['downloading', 'building']);
  expect(said.at(-1)?.line).toBe('0 modules downloaded, 0 packages compiled, 0 s');

  expect(await findDevServer(options)).toEqual(built);
  expect(await linesOf(builds)).toEqual([
    'install -v -trimpath -ldflags -s -w github.com/temporalio/cli/cmd/temporal@v1.5.1',
  ]);
  expect((await readdir(cacheDir)).sort()).toEqual(['dev-server', 'lock']);
});

test('builds once when two look at the same time; the second waits and says so', async () => {
  const said: Progress[] = [];
  const options = {
    ...offline,
    tools: { go: await fakeGo() },
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

test('does not keep what it built when that is not the server it wanted', async () => {
  const finding = findDevServer({ ...offline, tools: { go: await fakeGo('1.27.1') } });

  await expect(finding).rejects.toThrow(
    /building it with Go: .* has server 1\.27\.1, which is older than 1\.29\.1/,
  );
  expect(await readdir(cacheDir)).toEqual(['lock']);
});

test('says everything that was tried, why it failed, and what helps', async () => {
  const temporal = await fakeTemporal(saysServer('1.25.0'));
  const go = await script(
    join(folder, 'go'),
    'echo "go: requires go >= 1.25.0 (running go 1.19)" >&2; exit 1',
  );

  await expect(findDevServer({ ...offline, tools: { temporal, go } })).rejects.toMatchObject({
    name: 'NoServerError',
    message: `No Temporal dev server could be found or made. Tried:
  - temporal on PATH: ${temporal} has server 1.25.0, which is older than 1.29.1
  - Oware's cache: nothing in ${cacheDir}/dev-server yet
  - the SDK's download: ended with code 1
      name not known
  - building it with Go: ended with code 1
      go: requires go >= 1.25.0 (running go 1.19)
Any of these helps:
  - install Go 1.25 or later; Oware then builds a server, once, in a few minutes
  - install the temporal CLI, with server 1.29.1 or later
  - set TEMPORAL_ADDRESS to the address of a server that is running`,
  });
});

test.each([
  ['echo hello', 'does not tell which server it has: "hello"'],
  ['echo broken >&2; exit 3', '--version ended with code 3\n      broken'],
])('passes over a temporal that does: %s', async (body, reason) => {
  const temporal = await fakeTemporal(body);
  await expect(findDevServer({ ...offline, tools: { temporal } })).rejects.toThrow(reason);
});

test('says so when the cache cannot be written', async () => {
  await writeFile(cacheDir, 'a file where the folder should be');
  const finding = findDevServer({ ...offline, tools: { go: await fakeGo() } });
  await expect(finding).rejects.toThrow(/filling the cache: .*(EEXIST|ENOTDIR)/);
});

test('replaces a cached server that is older than Oware needs by now', async () => {
  const options = { ...offline, tools: { go: await fakeGo() } };
  const slot = join(cacheDir, 'dev-server');
  await mkdir(slot, { recursive: true });
  await writeFile(join(slot, 'temporal'), 'old');
  const files = [{ path: 'temporal', size: 3, modifiedAt: 0, sha256: sha256OfOld }];
  await writeFile(
    join(slot, 'manifest.json'),
    JSON.stringify({ obtainedBy: 'go', version: '1.28.0', files }),
  );

  expect((await findDevServer(options)).serverVersion).toBe('1.29.1');
  expect(await linesOf(builds)).toHaveLength(1);
});

const sha256OfOld = 'cba06b5736faf67e54b07b561eae94395e774c517a7d910a54369e1263ccfbd4';
