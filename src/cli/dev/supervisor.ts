import { setTimeout as pause } from 'node:timers/promises';
import { spawnGuarded } from '../../temporal/run/guard.js';
import { keepLast } from '../../temporal/run/last-lines.js';
import { CommandError } from '../explain-error.js';
import { untilHealthy } from './until-healthy.js';

export interface ChildPlan {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Answers 200 when the process does its work. */
  readonly healthUrl: string;
}

export interface Supervised {
  readonly name: string;
  /** Rejects when the process ends before it was ready. */
  readonly ready: Promise<void>;
  readonly pid: () => number;
  readonly stop: (graceMs: number) => Promise<void>;
}

export interface Supervision {
  readonly onLine: (name: string, line: string) => void;
  /** A child has another process id now. */
  readonly onRestart: () => void;
}

const RESTART_AFTER_MS = 1_000;

/**
 * Starts a process and keeps it there: one that dies after it was ready is started again. One that dies
 * before was never right, and its own last lines say why.
 */
export function supervise(plan: ChildPlan, { onLine, onRestart }: Supervision): Supervised {
  const said = keepLast((line) => onLine(plan.name, line));
  const spawn = () => spawnGuarded(plan.command, plan.args, { env: plan.env, onLine: said.onLine });
  let child = spawn();
  let wanted = true;
  const isStopped = () => !wanted;

  async function keepUp(): Promise<void> {
    for (;;) {
      const { code, signal } = await child.exited;
      if (isStopped()) return;
      onLine(plan.name, `ended (${signal ?? `exit code ${code ?? '?'}`}); starting it again`);
      await pause(RESTART_AFTER_MS);
      if (isStopped()) return;
      child = spawn();
      onRestart();
    }
  }

  async function becomeReady(): Promise<void> {
    const dead = await Promise.race([untilHealthy(plan.healthUrl), child.exited]);
    if (dead && wanted) {
      wanted = false;
      throw new CommandError(`The ${plan.name} ended while starting:\n  ${said.lines.join('\n  ')}`);
    }
  }

  const ready = becomeReady();
  const kept = ready.then(keepUp).catch(() => undefined);
  return {
    name: plan.name,
    ready,
    pid: () => child.pid,
    stop: async (graceMs) => {
      wanted = false;
      await child.stop(graceMs);
      await kept;
    },
  };
}
