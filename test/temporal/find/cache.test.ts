import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { findDevServer } from '../../../src/temporal/find/dev-server.js';
import { fakeGo, isRunning, linesOf, saysServer, temporaryFolder, writes } from '../fakes.js';

let folder: string;
let cacheDir: string;
let builds: string;
let cached: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  cacheDir = join(folder, 'cache');
  builds = join(folder, 'builds');
  cached = join(cacheDir, 'dev-server-1.9.1/temporal');
});

async function find(where = cacheDir): Promise<string> {
  const build = `echo "$@" >> ${builds}; ${writes('$out', saysServer('1.29.1'))}`;
  const go = await fakeGo(folder, { build });
  return (await findDevServer({ cacheDir: where, tools: { go } })).command;
}

test('fills a cache whose folder is given relative to the current one', async () => {
  const command = await find(relative(process.cwd(), cacheDir));

  expect(resolve(command)).toBe(cached);
  expect(await readFile(command, 'utf8')).toContain('1.29.1');
});

test('accepts a cached server that was copied here, since its content is the same', async () => {
  await find();
  await utimes(cached, new Date(0), new Date(0));

  expect(await find()).toBe(cached);
  expect(await linesOf(builds)).toHaveLength(1);
});

test.each([
  ['was cut short', () => truncate(cached, 10)],
  ['was appended to', () => appendFile(cached, 'x')],
  ['is missing', () => rm(cached)],
  ['has no manifest', () => rm(join(cacheDir, 'dev-server-1.9.1/manifest.json'))],
  ['has half a manifest', () => truncate(join(cacheDir, 'dev-server-1.9.1/manifest.json'), 20)],
  ['has other content of the same size', () => overwriteInPlace(cached)],
])('obtains the server again when the cached one %s', async (_, damage) => {
  await find();
  const good = await readFile(cached, 'utf8');
  await damage();

  expect(await find()).toBe(cached);
  expect(await readFile(cached, 'utf8')).toBe(good);
  expect(await linesOf(builds)).toHaveLength(2);
  expect((await readdir(cacheDir)).sort()).toEqual(['dev-server-1.9.1', 'lock']);
});

test('leaves nothing usable when killed in the middle of a build, and the next one starts afresh', async () => {
  const pidFile = join(folder, 'pid');
  const half = `echo half > "$out"; echo $$ > ${pidFile}; sleep 60`;
  const go = await fakeGo(folder, { build: half }, 'go-that-hangs');
  const program = join(import.meta.dirname, '../processes/find-dev-server.ts');
  const finder = spawn(process.execPath, ['--import', 'tsx', program, cacheDir, go]);
  await expect.poll(() => linesOf(pidFile)).toHaveLength(1);
  const [pid] = await linesOf(pidFile);

  finder.kill('SIGKILL');
  await once(finder, 'exit');
  await expect.poll(() => isRunning(Number(pid))).toBe(false);
  expect(await readdir(cacheDir)).not.toContain('dev-server-1.9.1');

  expect(await find()).toBe(cached);
  expect((await readdir(cacheDir)).sort()).toEqual(['dev-server-1.9.1', 'lock']);
});

async function overwriteInPlace(file: string): Promise<void> {
  const { length } = await readFile(file);
  await writeFile(file, 'x'.repeat(length));
  await utimes(file, new Date(0), new Date(0));
}
