import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { waitUntil } from '../wait-until.js';

export interface Program {
  readonly pid: number;
  readonly lines: readonly string[];
  readonly exited: Promise<number | null>;
  says(text: string): Promise<string>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

export interface ProgramOptions {
  readonly env?: Record<string, string>;
  readonly cwd?: string | undefined;
}

/** A program as a separate process, which a test can kill. */
export function startProgram(
  command: string,
  args: readonly string[],
  { env = {}, cwd }: ProgramOptions = {},
): Program {
  const child = spawn(command, args, {
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
