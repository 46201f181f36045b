import type { Config, Environment } from '../config.js';
import type { Followers } from '../sandbox/state/time-travel.js';
import { createDataConverter } from '../secrets/data-converter.js';
import { connectLazily, targetFrom } from '../temporal/connect.js';
import { createFastForward } from '../temporal/fast-forward.js';

/** What moves along with the sandbox's clock: the open workflows, and in live mode never anything. */
export function clockFollowers(config: Config, environment: Environment): Followers | undefined {
  if (!config.sandboxMovesWorkflows) return undefined;
  if (config.gatewayMode === 'live') {
    return neverMoved('OWARE_GATEWAY_MODE is live: workflows that hold real money are never fast-forwarded.');
  }
  // the sandbox starts, and is restarted, without waiting for Temporal
  const client = connectLazily(targetFrom(environment), createDataConverter());
  return createFastForward({ client, taskQueue: config.taskQueue });
}

function neverMoved(reason: string): Followers {
  const refuse = () => Promise.reject(new Error(reason));
  const unavailable = () => Promise.resolve(reason);
  return { unavailable, listOpen: refuse, read: refuse, forward: refuse, settle: refuse };
}
