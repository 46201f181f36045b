import { KILL_AFTER_MS } from '../../domain/timeouts.js';
import { startServer } from '../../temporal/run/start-server.js';
import type { Program } from './supervisor.js';
import { untilHealthy } from './until-healthy.js';

export interface ChildPlan {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Answers 200 when the process does its work. */
  readonly healthUrl: string;
}

const HEALTHY_WITHIN_MS = 60_000;

/** A process of Oware that serves when its health page says so. */
export function childProgram({ healthUrl, ...plan }: ChildPlan): Program {
  return {
    name: plan.name,
    graceMs: KILL_AFTER_MS,
    start: (start) =>
      startServer({
        ...plan,
        ...start,
        untilServing: (signal) => untilHealthy(healthUrl, signal),
        limitMs: HEALTHY_WITHIN_MS,
      }),
  };
}
