import { setTimeout as delay } from 'node:timers/promises';
import { keepLast } from './last-lines.js';
import { type Exit, type GuardOptions, spawnGuarded } from './guard.js';

export interface Ended extends Exit {
  readonly lastLines: readonly string[];
  /** Set when the program was ended because it exceeded its limit. */
  readonly overLimitMs: number | undefined;
}

/** Runs a guarded program until it ends or exceeds its limit; then nothing of its group is left. */
export async function runToEnd(
  command: string,
  args: readonly string[],
  options: GuardOptions & { readonly limitMs?: number } = {},
): Promise<Ended> {
  const lastLines = keepLast(options.onLine);
  const program = spawnGuarded(command, args, { ...options, onLine: lastLines.onLine });
  const inTime = await endedWithin(program.exited, options.limitMs);
  const exit = inTime ?? (await program.stop(0));
  return { ...exit, lastLines: lastLines.lines, overLimitMs: inTime ? undefined : options.limitMs };
}

async function endedWithin(exited: Promise<Exit>, limitMs: number | undefined): Promise<Exit | undefined> {
  if (limitMs === undefined) return await exited;
  const waiting = new AbortController();
  const limit = delay(limitMs, undefined, { signal: waiting.signal }).catch(() => undefined);
  const exit = await Promise.race([exited, limit]);
  waiting.abort();
  return exit;
}

export function succeeded(ended: Ended): boolean {
  return ended.code === 0 && ended.overLimitMs === undefined;
}

/** Why a program did not succeed, with the last lines of its output. */
export function explainEnd(ended: Ended): string {
  return [howItEnded(ended), ...ended.lastLines].join('\n');
}

function howItEnded({ overLimitMs, code, signal }: Ended): string {
  if (overLimitMs !== undefined) return `took longer than ${overLimitMs / 1000} s`;
  return signal === null ? `ended with code ${String(code)}` : `was ended by ${signal}`;
}
