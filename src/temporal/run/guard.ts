import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Guarded {
  /** Of the program itself and of its process group: the shell that guards it is replaced by it. */
  readonly pid: number;
  /** Resolves after the last line was handed on. */
  readonly exited: Promise<Exit>;
  /** SIGTERM to the whole group, SIGKILL to what is left of it after the grace. */
  readonly stop: (graceMs: number) => Promise<Exit>;
}

export interface GuardOptions {
  /** Each line of standard output and error; without it both are dropped. */
  readonly onLine?: (line: string) => void;
  /** The whole of its environment; without it, the one that this process has. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Permissions that files of the program do not get, such as 077; without it, those of this process. */
  readonly umask?: string | undefined;
}

/**
 * The watcher reads a pipe whose other end only we hold: it ends however we end, SIGKILL included, and then
 * the group of the program is ended too. The pipe is moved to descriptor 3 because a shell gives its
 * background jobs an empty standard input. `$$` stays the program's pid after exec, and cannot be given to
 * another process while the watcher itself is in that group.
 */
const GUARD = `
[ -z "$1" ] || umask "$1"
shift
exec 3<&0 </dev/null
(
  trap '' TERM
  read -r _ <&3
  kill -TERM -$$
  seconds=0
  while [ $seconds -lt 5 ] && kill -0 $$; do sleep 1; seconds=$((seconds + 1)); done
  kill -KILL -$$
) >/dev/null 2>&1 &
exec "$@" 3<&-
`;

/**
 * Starts a program that cannot outlive us. It has a process group of its own, so that Ctrl-C in a terminal
 * reaches only us and we decide in which order things end.
 */
export function spawnGuarded(command: string, args: readonly string[], options: GuardOptions = {}): Guarded {
  const output = options.onLine ? 'pipe' : 'ignore';
  const child = spawn('/bin/sh', ['-c', GUARD, 'guard', options.umask ?? '', command, ...args], {
    cwd: options.cwd,
    env: options.env,
    detached: true,
    stdio: ['pipe', output, output],
  });
  const exited = new Promise<Exit>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const { pid } = child;
  if (pid === undefined) {
    exited.catch(() => undefined);
    throw new Error(`${command} could not be started: no process could be made for it`);
  }
  for (const stream of [child.stdout, child.stderr]) {
    if (stream && options.onLine) createInterface({ input: stream }).on('line', options.onLine);
  }
  return { pid, exited, stop: (graceMs) => stop(child, exited, graceMs) };
}

async function stop(child: ChildProcess, exited: Promise<Exit>, graceMs: number): Promise<Exit> {
  signalGroup(child, 'SIGTERM');
  const grace = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
  try {
    return await exited;
  } finally {
    clearTimeout(grace);
  }
}

function signalGroup({ pid, exitCode, signalCode }: ChildProcess, signal: NodeJS.Signals): void {
  // once it has ended its number may be another's
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  process.kill(-pid, signal);
}
