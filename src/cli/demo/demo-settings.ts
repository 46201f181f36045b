import { randomBytes } from 'node:crypto';
import type { Environment } from '../../config/config.js';
import { freePort } from '../../temporal/run/ports.js';

const PORTS = ['API', 'SANDBOX', 'WORKER', 'MERCHANT', 'TEMPORAL', 'TEMPORAL_UI'];

/** Settings that the demo takes from the environment: the cache of servers, and the retention of an existing server. */
const KEPT = ['OWARE_CACHE', 'OWARE_RETENTION_DAYS'];

/**
 * The environment with free ports, a separate home folder and no settings of a real deployment. Those are empty
 * instead of absent: each process reads `.env` again and would find them there.
 */
export async function demoSettings(
  environment: Environment,
  home: string,
  own: Environment = {},
): Promise<Environment> {
  const unused = Object.keys(environment).filter((name) => name.startsWith('OWARE_') && !KEPT.includes(name));
  const ports = await Promise.all(
    PORTS.map(async (name) => [`OWARE_${name}_PORT`, String(await freePort())] as const),
  );
  return {
    ...environment,
    ...Object.fromEntries(unused.map((name) => [name, ''])),
    ...Object.fromEntries(ports),
    OWARE_HOME: home,
    // an existing server may run other workflows
    OWARE_TASK_QUEUE: `demo-${randomBytes(6).toString('hex')}`,
    ...own,
  };
}

/** The settings as a child process sees them. */
export function withoutEmpty(settings: Environment): Environment {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''));
}
