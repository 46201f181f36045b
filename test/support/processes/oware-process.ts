import { fileURLToPath } from 'node:url';
import { type Program, type ProgramOptions, startProgram } from './program.js';

export const OWARE = fileURLToPath(new URL('../../../bin/oware.js', import.meta.url));

export type OwareProcess = Program;

/** The compiled command as a separate process. */
export function startOware(args: readonly string[], options: ProgramOptions = {}): OwareProcess {
  return startProgram(process.execPath, [OWARE, ...args], options);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
