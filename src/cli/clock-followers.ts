import type { Config, Environment } from '../config/config.js';
import type { Followers } from '../sandbox/state/time-travel.js';
import { createDataConverter } from '../secrets/data-converter.js';
import { connectLazily, targetFrom } from '../temporal/connect.js';
import { createFastForward } from '../temporal/fast-forward.js';

/** The open workflows, which move with the sandbox's clock. In live mode every move is refused. */
export function clockFollowers(config: Config, environment: Environment): Followers | undefined {
  if (!config.sandboxMovesWorkflows) return undefined;
  if (config.gatewayMode === 'live') {
    return refuseMoves('OWARE_GATEWAY_MODE is live: Oware never fast-forwards workflows in live mode.');
  }
  // lazily: the sandbox starts without waiting for Temporal
  const client = connectLazily(targetFrom(environment), createDataConverter());
  return createFastForward({ client, taskQueue: config.taskQueue });
}

function refuseMoves(reason: string): Followers {
  const refuse = () => Promise.reject(new Error(reason));
  const unavailable = () => Promise.resolve(reason);
  return { unavailable, listOpen: refuse, read: refuse, forward: refuse, settle: refuse };
}
