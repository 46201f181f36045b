import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { PINS } from '../../src/temporal/find/pins.js';
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

/** The version output of a temporal CLI built with Go. */
export function saysServer(version: string): string {
  return `echo "temporal version 0.0.0-DEV (Server ${version}, UI 2.42.1)"`;
}

/** Shell text that creates an executable with the given shell text. */
export function writes(target: string, body: string): string {
  return `printf '%s\\n' '#!/bin/sh' '${body}' > "${target}"; chmod +x "${target}"`;
}

export async function fakeDownloader(folder: string, body: string, limitMs = 5_000): Promise<Downloader> {
  return { command: [await script(join(folder, 'downloader'), body)], limitMs };
}

export interface FakeGo {
  /** Shell text for `go build`; "$out" is the file to write. */
  readonly build: string;
  /** The hash that it reports for the source. */
  readonly sum?: string;
}

/** A fake Go with the source in a folder named "module", where it must be run to build. */
export async function fakeGo(
  folder: string,
  { build, sum = PINS.goModule }: FakeGo,
  name = 'go',
): Promise<string> {
  const module = join(folder, 'module');
  await mkdir(module, { recursive: true });
  const answer = JSON.stringify({ Path: 'cli', Dir: module, Sum: sum }, undefined, 1);
  return await script(
    join(folder, name),
    `if [ "$1" = mod ]; then
  echo "go: downloading the source" >&2
  cat <<'ANSWER'
${answer}
ANSWER
  exit
fi
[ "$PWD" = "${module}" ] || exit 9
${valueOf('-o', 'out')}
${build}`,
  );
}

/**
 * A fake Python whose pip runs the shell text, where "$out" is the folder for the wheel; it unpacks tar
 * files.
 */
export async function fakePython(folder: string, pip: string): Promise<string> {
  return await script(
    join(folder, 'python3'),
    `echo "$@" >> ${join(folder, 'python-calls')}
if [ "$2" = pip ]; then
${valueOf('-d', 'out')}
${pip}
elif [ "$1 $2 $3" = "-m zipfile -e" ]; then
  mkdir "$5" && tar -xf "$4" -C "$5"
else
  exit 9
fi`,
  );
}

/** Shell text that puts the value of an option into a variable. */
function valueOf(option: string, variable: string): string {
  return `previous=; for each in "$@"; do [ "$previous" = ${option} ] && ${variable}=$each; previous=$each; done`;
}

export async function linesOf(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

/** False also for a zombie process that its new parent has not reaped yet. */
export function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return /^[^Z]/.test(stdout.trim());
}
