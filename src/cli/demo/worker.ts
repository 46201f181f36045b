import { type ChildPlan, childProgram } from '../dev/child-program.js';
import { supervise, type Supervision } from '../dev/supervisor.js';
import { waitFor } from './wait-for.js';

export interface DemoWorker {
  readonly ready: Promise<void>;
  /** Resolves when the process is dead; its supervisor starts a new one. */
  readonly kill: () => Promise<{ readonly pid: number; readonly successor: Promise<number> }>;
  readonly stop: () => Promise<void>;
}

export function createWorker(plan: ChildPlan, supervision: Supervision): DemoWorker {
  const worker = supervise(childProgram(plan), supervision);
  return {
    ready: worker.ready,
    stop: () => worker.stop(),
    async kill() {
      const pid = worker.pid();
      if (pid === undefined) throw new Error('No worker is running.');
      process.kill(pid, 'SIGKILL');
      await waitFor(`exit of worker ${pid}`, () => (isAlive(pid) ? undefined : true));
      const successor = waitFor('new worker', () => (worker.pid() === pid ? undefined : worker.pid()));
      // a scenario that fails before it awaits the successor reports its own error
      successor.catch(() => undefined);
      return { pid, successor };
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
