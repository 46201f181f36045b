import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Guarded {
  /** Pid of the program and of its process group: the guarding shell is replaced by it. */
  readonly pid: number;
  /** Resolves after the last line was passed on. */
  readonly exited: Promise<Exit>;
  /** Sends SIGTERM to the whole group, and SIGKILL to what is left of it after the grace period. */
  readonly stop: (graceMs: number) => Promise<Exit>;
}

export interface GuardOptions {
  /** Each line of standard output and error; without it both are dropped. */
  readonly onLine?: (line: string) => void;
  /** Its whole environment; by default that of this process. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Permissions that the program's files do not get, such as 077; by default those of this process. */
  readonly umask?: string | undefined;
}

/**
 * The watcher reads a pipe whose other end only this process holds: it ends however this process ends,
 * SIGKILL included, and then ends the program's group too. The pipe is moved to descriptor 3 because a shell
 * gives its background jobs an empty standard input. `$$` stays the program's pid after exec, and cannot be
 * given to another process while the watcher itself is in that group.
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
 * Starts a program that cannot outlive this process. It has its own process group, so that Ctrl-C in a
 * terminal reaches only this process, which decides in which order things end.
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
    throw new Error(`${command} could not be started: the system created no process for it`);
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
  // once it has ended its pid may belong to another process
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  process.kill(-pid, signal);
}
