import { setTimeout as delay } from 'node:timers/promises';
import { type Guarded, type GuardOptions, spawnGuarded } from './guard.js';
import { keepLast } from './last-lines.js';

/** A JVM on a busy machine needs several seconds; a server that needs more than this is stuck. */
const START_LIMIT_MS = 30_000;

/** A server that is stopped while it starts has no work to finish. */
const STOP_WHILE_STARTING_MS = 2_000;

export interface RunningServer extends Guarded {
  readonly address: string;
  readonly uiUrl: string | undefined;
}

export interface ServerStart extends Pick<GuardOptions, 'env' | 'umask'> {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Resolves when it serves. The signal aborts the wait. */
  readonly untilServing: (signal: AbortSignal) => Promise<void>;
  readonly onLine?: ((line: string) => void) | undefined;
  readonly limitMs?: number | undefined;
  /** Stops the server while it starts; the start then rejects. */
  readonly signal?: AbortSignal | undefined;
}

/** A server ended, or stayed silent, before it served. Its last lines explain why. */
export class ServerStartError extends Error {
  override readonly name = 'ServerStartError';
  readonly lastLines: readonly string[];

  constructor(what: string, lastLines: readonly string[]) {
    super([what, ...lastLines].join('\n  '));
    this.lastLines = lastLines;
  }
}

/** Starts a guarded server and resolves when it serves. If it rejects, no process is left. */
export async function startServer(start: ServerStart): Promise<Guarded> {
  const { name, command, args, env, umask, signal } = start;
  signal?.throwIfAborted();
  const said = keepLast(start.onLine);
  const server = spawnGuarded(command, args, { onLine: said.onLine, umask, ...(env && { env }) });
  try {
    const failure = await whyNotServing(start, server);
    if (failure !== undefined) throw new ServerStartError(`The ${name} ${failure}`, said.lines);
    return server;
  } catch (error) {
    await server.stop(signal?.aborted ? STOP_WHILE_STARTING_MS : 0);
    throw error;
  }
}

const STOPPED = 'was stopped while starting';

/** Resolves with undefined when it serves. */
async function whyNotServing(
  { untilServing, limitMs = START_LIMIT_MS, signal }: ServerStart,
  { exited }: Guarded,
): Promise<string | undefined> {
  const waiting = new AbortController();
  try {
    const failure = await Promise.race([
      untilServing(waiting.signal).then(() => undefined),
      exited.then(() => 'ended while starting'),
      delay(limitMs, `did not answer within ${limitMs / 1000} s`, { signal: waiting.signal }),
      new Promise<string>((resolve) => {
        signal?.addEventListener('abort', () => resolve(STOPPED), { signal: waiting.signal });
      }),
    ]);
    return signal?.aborted ? STOPPED : failure;
  } finally {
    waiting.abort();
  }
}
