import { setTimeout as delay } from 'node:timers/promises';
import type { Exit, Guarded } from '../../temporal/run/guard.js';
import { keepLast } from '../../temporal/run/last-lines.js';
import { CommandError, explain } from '../explain-error.js';

export interface ProgramStart {
  readonly onLine: (line: string) => void;
  /** Aborts the start: it rejects, and leaves no process. */
  readonly signal: AbortSignal;
}

export interface RunningProgram extends Guarded {
  /** Why it could not continue, where more is known than its exit status. */
  readonly failure?: () => Error | undefined;
}

/** A process that can be restarted. */
export interface Program {
  readonly name: string;
  /** Resolves when the process is ready. If it rejects, the reason is readable and no process is left. */
  readonly start: (start: ProgramStart) => Promise<RunningProgram>;
  /** How long it may take to stop. */
  readonly graceMs: number;
}

export interface Supervised {
  readonly name: string;
  /** Rejects when the first start fails. */
  readonly ready: Promise<void>;
  /** Undefined while the process is down. */
  readonly pid: () => number | undefined;
  /** With the program's `graceMs` unless given. */
  readonly stop: (graceMs?: number) => Promise<void>;
}

export interface Supervision {
  readonly onLine: (name: string, line: string) => void;
  /** After the first start: the process is down, or has a new id. */
  readonly onPidChange: () => void;
  /** All restarts failed; with the reason of the last. */
  readonly onGivenUp: (reason: Error) => void;
  /** The delay before each restart in a row; the supervisor gives up after the last. */
  readonly pausesMs?: readonly number[];
  /** After this uptime a program counts as recovered, and its restarts count from zero. */
  readonly recoveredAfterMs?: number;
}

/** About a minute in total: long enough for a port to become free. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000, 10_000];

const RECOVERED_AFTER_MS = 10_000;

/**
 * Starts a program, and restarts it when it exits after it was ready. A program that fails at its first start is
 * not restarted. After the last restart in a row fails, the supervisor gives up: a partial system is worse than
 * none.
 */
export function supervise(program: Program, supervision: Supervision): Supervised {
  const { pausesMs = PAUSES_MS, recoveredAfterMs = RECOVERED_AFTER_MS } = supervision;
  const { onPidChange, onGivenUp } = supervision;
  const onLine = (line: string) => supervision.onLine(program.name, line);
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: RunningProgram | undefined;
  let lastLines: readonly string[] = [];

  async function start(): Promise<RunningProgram> {
    const output = keepLast(onLine);
    lastLines = output.lines;
    running = await program.start({ onLine: output.onLine, signal });
    if (signal.aborted) await running.stop(program.graceMs);
    signal.throwIfAborted();
    return running;
  }

  /** Resolves when the supervisor gives up; rejects when the program is stopped. */
  async function keepUp(started: RunningProgram): Promise<Error> {
    let failures = createFailures(onLine);
    for (let current = started; ;) {
      const since = Date.now();
      const exit = await current.exited;
      signal.throwIfAborted();
      running = undefined;
      onPidChange();
      const ended = Date.now();
      if (ended - since >= recoveredAfterMs) failures = createFailures(onLine);
      const failure = current.failure?.();
      failures.add(failure ? explain(failure) : toProblem(exit, failures.count() > 0 ? lastLines : []));
      const next = await restart(failures);
      if (next === undefined) return toGivenUp(program.name, failures.last(), pausesMs.length);
      current = next;
      onPidChange();
      onLine(`Restarted after ${toSeconds(Date.now() - ended)} as process ${current.pid}.`);
    }
  }

  async function restart(failures: Failures): Promise<RunningProgram | undefined> {
    for (;;) {
      const pauseMs = pausesMs[failures.count() - 1];
      if (pauseMs === undefined) return undefined;
      onLine(`Restart ${failures.count()} of ${pausesMs.length} in ${toSeconds(pauseMs)}.`);
      await delay(pauseMs, undefined, { signal });
      try {
        return await start();
      } catch (error) {
        signal.throwIfAborted();
        failures.add(`Restart failed: ${explain(error)}`);
      }
    }
  }

  const first = start();
  const ready = first.then(() => undefined);
  const kept = first.then(keepUp).then(onGivenUp, async (error: unknown) => {
    // `ready` reports a failed first start, and a stop is not a failure
    if (!signal.aborted) await ready.then(() => onGivenUp(error as Error)).catch(() => undefined);
  });
  return {
    name: program.name,
    ready,
    pid: () => running?.pid,
    stop: async (graceMs = program.graceMs) => {
      stopping.abort();
      await first.catch(() => undefined);
      await running?.stop(graceMs);
      await kept;
    },
  };
}

type Failures = ReturnType<typeof createFailures>;

/** Failures in a row. The details of a repeated failure are shown once. */
function createFailures(onLine: (line: string) => void) {
  const problems: string[] = [];
  return {
    count: () => problems.length,
    last: () => problems.at(-1) ?? '',
    add: (problem: string): void => {
      const [headline = '', ...details] = problem.split('\n');
      const isRepeat = problems.at(-1)?.split('\n', 1)[0] === headline;
      problems.push(problem);
      for (const line of [headline, ...(isRepeat ? [] : details)]) onLine(line);
    },
  };
}

function toProblem({ code, signal }: Exit, lastLines: readonly string[]): string {
  const how = signal ?? `exit code ${code ?? '?'}`;
  // a killed program had no time to log a reason
  if (lastLines.length === 0 || signal === 'SIGKILL') return `Exited (${how}).`;
  return [`Exited (${how}) soon after its restart. Last lines:`, ...lastLines].join('\n  ');
}

function toGivenUp(name: string, problem: string, restarts: number): Error {
  return new CommandError(`Oware stops: ${name} failed ${restarts} restarts in a row.\n${problem}`);
}

function toSeconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
