import { setTimeout as delay } from 'node:timers/promises';
import { type Exit, spawnGuarded } from './guard.js';
import { keepLast } from './last-lines.js';
import { type Endpoint, toAddress, untilFrontendAnswers, untilUiAnswers } from './until-serving.js';

/** A JVM on a busy machine needs several seconds; a server that needs more than this is stuck. */
const START_LIMIT_MS = 30_000;

export interface RunningServer {
  readonly address: string;
  readonly uiUrl: string | undefined;
  readonly pid: number;
  readonly exited: Promise<Exit>;
  readonly stop: (graceMs: number) => Promise<Exit>;
}

export interface ServerStart {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly frontend: Endpoint;
  readonly uiUrl?: string | undefined;
  readonly onLine?: ((line: string) => void) | undefined;
  readonly limitMs?: number | undefined;
}

/** A server ended, or stayed silent, before it served. Its last lines say why. */
export class ServerStartError extends Error {
  override readonly name = 'ServerStartError';
  readonly lastLines: readonly string[];

  constructor(what: string, lastLines: readonly string[]) {
    super([what, ...lastLines].join('\n  '));
    this.lastLines = lastLines;
  }
}

/** Starts a guarded server and resolves when it really serves. */
export async function startServer(start: ServerStart): Promise<RunningServer> {
  const { name, frontend, uiUrl, limitMs = START_LIMIT_MS } = start;
  const said = keepLast(start.onLine);
  const { pid, exited, stop } = spawnGuarded(start.command, start.args, { onLine: said.onLine });
  const waiting = new AbortController();
  const failure = await Promise.race([
    untilServing(start, waiting.signal),
    exited.then(() => 'ended while starting'),
    delay(limitMs, `did not answer within ${limitMs / 1000} s`, { signal: waiting.signal }),
  ]);
  waiting.abort();
  if (failure !== undefined) {
    await stop(0);
    throw new ServerStartError(`The ${name} ${failure}`, said.lines);
  }
  return { address: toAddress(frontend), uiUrl, pid, exited, stop };
}

async function untilServing({ frontend, uiUrl }: ServerStart, signal: AbortSignal): Promise<undefined> {
  await untilFrontendAnswers(frontend, signal);
  if (uiUrl !== undefined) await untilUiAnswers(uiUrl, signal);
}
