import { KILL_AFTER_MS } from '../../domain/timeouts.js';
import { startServer } from '../../temporal/run/start-server.js';
import type { Program } from './supervisor.js';
import { untilHealthy } from './until-healthy.js';

export interface ChildPlan {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Returns 200 when the process is ready. */
  readonly healthUrl: string;
}

const START_TIMEOUT_MS = 60_000;

/** An Oware process that has started once its health URL returns 200. */
export function childProgram({ healthUrl, ...plan }: ChildPlan): Program {
  return {
    name: plan.name,
    graceMs: KILL_AFTER_MS,
    start: (start) =>
      startServer({
        ...plan,
        ...start,
        untilServing: (signal) => untilHealthy(healthUrl, signal),
        limitMs: START_TIMEOUT_MS,
      }),
  };
}
