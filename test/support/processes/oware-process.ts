import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { waitUntil } from '../wait-until.js';

export const OWARE = fileURLToPath(new URL('../../../bin/oware.js', import.meta.url));

export interface OwareProcess {
  readonly pid: number;
  readonly lines: readonly string[];
  readonly exited: Promise<number | null>;
  says(text: string): Promise<string>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** The compiled command as a separate process, which a test can kill. */
export function startOware(
  args: readonly string[],
  { env = {}, cwd }: { env?: Record<string, string>; cwd?: string } = {},
): OwareProcess {
  const child = spawn(process.execPath, [OWARE, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => void lines.push(line));
  }
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    pid: child.pid!,
    lines,
    exited,
    says: async (text) => {
      const find = () => lines.find((line) => line.includes(text));
      return waitUntil(`"${text}"`, find).catch((error: unknown) => {
        throw new Error(`${String(error)}; its output:\n${lines.join('\n')}`);
      });
    },
    kill: async (signal) => {
      child.kill(signal);
      await exited;
    },
  };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
