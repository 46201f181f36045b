import { randomBytes } from 'node:crypto';
import type { Environment } from '../../config.js';
import { freePort } from '../../temporal/run/ports.js';

const PORTS = ['API', 'SANDBOX', 'WORKER', 'MERCHANT', 'TEMPORAL', 'TEMPORAL_UI'];

/** What is no business of a performance: where servers are kept, and how long a server that is not ours remembers. */
const KEPT = ['OWARE_CACHE', 'OWARE_RETENTION_DAYS'];

/**
 * The environment with free ports, a home of its own, and no setting of a real deployment. Those are empty
 * instead of absent, because each process reads `.env` again and would find them there.
 */
export async function demoSettings(environment: Environment, home: string): Promise<Environment> {
  const foreign = Object.keys(environment).filter(
    (name) => name.startsWith('OWARE_') && !KEPT.includes(name),
  );
  const ports = await Promise.all(
    PORTS.map(async (name) => [`OWARE_${name}_PORT`, String(await freePort())] as const),
  );
  return {
    ...environment,
    ...Object.fromEntries(foreign.map((name) => [name, ''])),
    ...Object.fromEntries(ports),
    OWARE_HOME: home,
    // a server that was there before may have stories of others
    OWARE_TASK_QUEUE: `demo-${randomBytes(6).toString('hex')}`,
  };
}

/** As a process sees it that was started with it. */
export function withoutEmpty(settings: Environment): Environment {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''));
}
