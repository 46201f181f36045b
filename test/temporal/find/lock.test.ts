import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { underLock } from '../../../src/temporal/find/lock.js';
import { temporaryFolder } from '../fakes.js';

async function claimOf(host: string, pid: number): Promise<{ folder: string; file: string }> {
  const folder = join(await temporaryFolder(), 'lock');
  await mkdir(folder);
  const file = join(folder, `${host}~${pid}~0123456789ab`);
  await writeFile(file, '');
  return { folder, file };
}

const nobodyWaits = () => expect.unreachable('waited for a process that is gone');

test('lets one process at a time do its work, even when all start at once', async () => {
  const folder = await temporaryFolder();
  let atWork = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++atWork);
    await new Promise(setImmediate);
    atWork -= 1;
  };
  await Promise.all([1, 2, 3, 4].map(() => underLock(folder, () => undefined, work)));

  expect(most).toBe(1);
  expect(await readdir(folder)).toEqual([]);
});

test('is free again after work that failed', async () => {
  const folder = await temporaryFolder();
  const failing = underLock(folder, nobodyWaits, () => Promise.reject(new Error('disk full')));
  await expect(failing).rejects.toThrow('disk full');

  expect(await underLock(folder, nobodyWaits, () => Promise.resolve('done'))).toBe('done');
});

test('takes over at once from a process that was killed', async () => {
  const { pid } = spawnSync('true');
  const { folder } = await claimOf(hostname(), pid);

  expect(await underLock(folder, nobodyWaits, () => Promise.resolve('done'))).toBe('done');
  expect(await readdir(folder)).toEqual([]);
});

test('takes over from a claim without signs of life, although another process has its pid now', async () => {
  const { folder, file } = await claimOf(hostname(), process.pid);
  const aMinuteAgo = new Date(Date.now() - 60_000);
  await utimes(file, aMinuteAgo, aMinuteAgo);

  expect(await underLock(folder, nobodyWaits, () => Promise.resolve('done'))).toBe('done');
});

test('waits for a process on another machine that shares the folder, and names it', async () => {
  const { folder, file } = await claimOf('another-machine', 4_000_000);
  const waitedFor: number[] = [];
  const onWait = (pid: number) => {
    waitedFor.push(pid);
    rmSync(file);
  };

  expect(await underLock(folder, onWait, () => Promise.resolve('done'))).toBe('done');
  expect(waitedFor).toEqual([4_000_000]);
});

test('gives signs of life while it works, however long that takes', async () => {
  const folder = await temporaryFolder();
  await underLock(folder, nobodyWaits, async () => {
    const [name = ''] = await readdir(folder);
    const claim = join(folder, name);
    await utimes(claim, new Date(0), new Date(0));
    await expect.poll(async () => (await stat(claim)).mtimeMs).toBeGreaterThan(0);
  });
});
