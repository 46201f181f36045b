import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { type Guarded, spawnGuarded } from '../../../src/temporal/run/guard.js';
import { isRunning, linesOf, temporaryFolder } from '../fakes.js';

const OWNER = join(import.meta.dirname, '../processes/guard-a-program.ts');

/** Starts shell text, guarded, and waits for its first line. */
async function started(text: string): Promise<{ program: Guarded; line: string }> {
  return await new Promise((resolve) => {
    const program = spawnGuarded('sh', ['-c', text], { onLine: (line) => resolve({ program, line }) });
  });
}

test('a guarded program and its children end when its owner is killed', async () => {
  const pidFile = join(await temporaryFolder(), 'pid');
  const text = `sleep 60 & echo $! > ${pidFile}; exec sleep 60`;
  const owner = spawn(process.execPath, ['--import', 'tsx', OWNER, 'sh', '-c', text]);
  const [line] = (await once(createInterface({ input: owner.stdout }), 'line')) as [string];
  await expect.poll(() => linesOf(pidFile)).toHaveLength(1);
  const pids = [line, ...(await linesOf(pidFile))].map(Number);
  expect(pids.map(isRunning)).toEqual([true, true]);

  owner.kill('SIGKILL');
  await expect.poll(() => pids.map(isRunning)).toEqual([false, false]);
});

test('the children of a program do not outlive it, although it ended by itself', async () => {
  const { program, line } = await started('sleep 60 & echo $!');

  expect(await program.exited).toEqual({ code: 0, signal: null });
  await expect.poll(() => isRunning(Number(line))).toBe(false);
});

test('passes on every line of both outputs, the environment, and the exit code', async () => {
  const lines: string[] = [];
  const text = 'echo $A; echo $PATH; echo oops >&2; printf end; exit 7';
  const program = spawnGuarded('sh', ['-c', text], {
    env: { ...(process.env as Record<string, string>), A: 'one  two' },
    onLine: (line) => lines.push(line),
  });

  expect(await program.exited).toEqual({ code: 7, signal: null });
  expect(lines.sort()).toEqual(['end', 'one two', 'oops', process.env['PATH']].sort());
});

test('has its own process group, so that Ctrl-C in a terminal reaches only this process', async () => {
  const { program, line } = await started('ps -o pgid= -p $$');
  await program.exited;

  expect(Number(line)).toBe(program.pid);
});

test('ends a cooperative program by SIGTERM', async () => {
  const { program } = await started("trap 'exit 3' TERM; echo ready; while :; do sleep 0.02; done");

  expect(await program.stop(5_000)).toEqual({ code: 3, signal: null });
});

test('kills, after the grace period, a program that ignores SIGTERM', async () => {
  const { program } = await started("trap '' TERM; echo ready; while :; do sleep 0.02; done");

  expect(await program.stop(100)).toEqual({ code: null, signal: 'SIGKILL' });
});

test('stopping an ended program only returns how it ended', async () => {
  const { program } = await started('echo ready; exit 4');
  await program.exited;

  expect(await program.stop(0)).toEqual({ code: 4, signal: null });
});
