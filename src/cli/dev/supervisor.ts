import { setTimeout as delay } from 'node:timers/promises';
import type { Exit, Guarded } from '../../temporal/run/guard.js';
import { keepLast } from '../../temporal/run/last-lines.js';
import { CommandError, explain } from '../explain-error.js';

export interface ProgramStart {
  readonly onLine: (line: string) => void;
  /** Ends the start: it rejects, and no process is left. */
  readonly signal: AbortSignal;
}

export interface RunningProgram extends Guarded {
  /** Why it could not continue, where that is known from more than its exit. */
  readonly failure?: () => Error | undefined;
}

/** What can be supervised: a process that can be started again and again. */
export interface Program {
  readonly name: string;
  /** Resolves when it serves. If it rejects, the reason is for people, and no process is left. */
  readonly start: (start: ProgramStart) => Promise<RunningProgram>;
  /** How long it may take to finish its work when it is stopped. */
  readonly graceMs: number;
}

export interface Supervised {
  readonly name: string;
  /** Rejects when the first start fails. */
  readonly ready: Promise<void>;
  /** Undefined while it is not there. */
  readonly pid: () => number | undefined;
  /** With the program's own grace, unless another is given. */
  readonly stop: (graceMs?: number) => Promise<void>;
}

export interface Supervision {
  readonly onLine: (name: string, line: string) => void;
  /** Another process id, or none, after the first start. */
  readonly onPidChange: () => void;
  /** One restart after the other failed; with the reason of the last. */
  readonly onGivenUp: (reason: Error) => void;
  /** How long to wait before each restart in a row; after the last one has failed there is no other. */
  readonly pausesMs?: readonly number[];
  /** A program that served for this long has recovered: its next end is the first of a new row. */
  readonly recoveredAfterMs?: number;
}

/** About a minute in all: enough to free a port, too short to forget the terminal. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000, 10_000];

const RECOVERED_AFTER_MS = 10_000;

/**
 * Starts a program and keeps it there: when it ends after it was ready, it is started again. One that fails
 * at its first start was never right. One that fails again and again is given up: a system that lacks a part
 * is worse than none.
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
    const said = keepLast(onLine);
    lastLines = said.lines;
    running = await program.start({ onLine: said.onLine, signal });
    if (signal.aborted) await running.stop(program.graceMs);
    signal.throwIfAborted();
    return running;
  }

  /** Resolves when it gives up; rejects when it is stopped. */
  async function keepUp(started: RunningProgram): Promise<Error> {
    let failures = createRow(onLine);
    for (let current = started; ;) {
      const since = Date.now();
      const exit = await current.exited;
      signal.throwIfAborted();
      running = undefined;
      onPidChange();
      const ended = Date.now();
      if (ended - since >= recoveredAfterMs) failures = createRow(onLine);
      const failure = current.failure?.();
      failures.add(failure ? explain(failure) : toProblem(exit, failures.count() > 0 ? lastLines : []));
      const next = await restart(failures);
      if (next === undefined) return toGivenUp(program.name, failures.last(), pausesMs.length);
      current = next;
      onPidChange();
      onLine(`It is back after ${toSeconds(Date.now() - ended)}, as process ${current.pid}.`);
    }
  }

  async function restart(failures: Row): Promise<RunningProgram | undefined> {
    for (;;) {
      const pauseMs = pausesMs[failures.count() - 1];
      if (pauseMs === undefined) return undefined;
      onLine(`Restart ${failures.count()} of ${pausesMs.length} in ${toSeconds(pauseMs)}.`);
      await delay(pauseMs, undefined, { signal });
      try {
        return await start();
      } catch (error) {
        signal.throwIfAborted();
        failures.add(`The restart failed: ${explain(error)}`);
      }
    }
  }

  const first = start();
  const ready = first.then(() => undefined);
  const kept = first.then(keepUp).then(onGivenUp, async (error: unknown) => {
    // `ready` says why a first start failed, and a stop is no failure
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

type Row = ReturnType<typeof createRow>;

/** Failures in a row. The lines that explain one are shown once, however often the same comes again. */
function createRow(onLine: (line: string) => void) {
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
  // a program that was killed had no time to say why
  if (lastLines.length === 0 || signal === 'SIGKILL') return `It ended (${how}).`;
  return [`It ended (${how}) soon after its restart. Its last lines:`, ...lastLines].join('\n  ');
}

function toGivenUp(name: string, problem: string, restarts: number): Error {
  return new CommandError(`Oware stops: ${name} did not come back after ${restarts} restarts.\n${problem}`);
}

function toSeconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
