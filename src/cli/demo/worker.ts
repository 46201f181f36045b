import { type ChildPlan, childProgram } from '../dev/child-program.js';
import { supervise, type Supervision } from '../dev/supervisor.js';
import { waitFor } from './wait-for.js';

export interface DemoWorker {
  readonly ready: Promise<void>;
  /** Resolves when it is dead; its supervisor starts another. */
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
      if (pid === undefined) throw new Error('there is no worker to kill');
      process.kill(pid, 'SIGKILL');
      await waitFor(`the end of worker ${pid}`, () => (isAlive(pid) ? undefined : true));
      const successor = waitFor('another worker', () => (worker.pid() === pid ? undefined : worker.pid()));
      // a scene that fails before it asks for the successor has its own reason to give
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
