import { isDeepStrictEqual } from 'node:util';
import type { Environment } from '../../config.js';
import { type ChildPlan, childProgram } from '../dev/child-program.js';
import { supervise, type Supervised, type Supervision } from '../dev/supervisor.js';
import { waitFor } from './wait-for.js';

export interface DemoWorker {
  /** Goes on as it is, or is replaced by one that has these settings. */
  readonly playWith: (settings: Environment) => Promise<void>;
  /** Resolves when it is dead; its supervisor starts another. */
  readonly kill: () => Promise<{ readonly pid: number; readonly successor: Promise<number> }>;
  readonly stop: () => Promise<void>;
}

export function createWorker(plan: ChildPlan, supervision: Supervision): DemoWorker {
  let settings: Environment | undefined;
  let worker: Supervised | undefined;

  async function stop(): Promise<void> {
    await worker?.stop();
    worker = undefined;
  }

  return {
    stop,
    async playWith(wanted) {
      if (isDeepStrictEqual(wanted, settings)) return;
      await stop();
      settings = wanted;
      worker = supervise(childProgram({ ...plan, env: { ...plan.env, ...wanted } }), supervision);
      await worker.ready;
    },
    async kill() {
      const killed = worker;
      const pid = killed?.pid();
      if (!killed || pid === undefined) throw new Error('there is no worker to kill');
      process.kill(pid, 'SIGKILL');
      await waitFor(`the end of worker ${pid}`, () => (isAlive(pid) ? undefined : true));
      const successor = waitFor('another worker', () => (killed.pid() === pid ? undefined : killed.pid()));
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
