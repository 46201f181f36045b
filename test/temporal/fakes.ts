import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Downloader } from '../../src/temporal/find/sdk-download.js';

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'oware-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** An executable shell script. */
export async function script(file: string, body: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `#!/bin/sh\n${body}\n`);
  await chmod(file, 0o755);
  return file;
}

/** What a temporal CLI built with Go says of itself. */
export function saysServer(version: string): string {
  return `echo "temporal version 0.0.0-DEV (Server ${version}, UI 2.42.1)"`;
}

/** Shell text that makes an executable which runs the given shell text. */
export function writes(target: string, body: string): string {
  return `printf '%s\\n' '#!/bin/sh' '${body}' > "${target}"; chmod +x "${target}"`;
}

export async function fakeDownloader(folder: string, body: string, limitMs = 5_000): Promise<Downloader> {
  return { command: [await script(join(folder, 'downloader'), body)], limitMs };
}

export async function linesOf(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

/** False also for a process that has ended and that its new parent has not taken note of yet. */
export function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return /^[^Z]/.test(stdout.trim());
}
