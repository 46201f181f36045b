import { rmSync } from 'node:fs';
import type { Config, Environment } from '../../config.js';
import { KILL_AFTER_MS } from '../../domain/patience.js';
import { createSandbox } from '../../sandbox/sandbox.js';
import { assertPortFree } from '../../temporal/run/ports.js';
import type { RunningServer } from '../../temporal/run/start-server.js';
import { prepareTemporal, runTemporal } from '../run-temporal.js';
import { childPlans, type GatewayAccess, addressesOf } from './child-plans.js';
import type { DevState } from './dev-state.js';
import { announce, writeDevJson } from './publish.js';
import { createScreen } from './screen.js';
import { supervise, type Supervised } from './supervisor.js';

export const TEMPORAL_GRACE_MS = 10_000;

/** Who ends in which order: nobody may lose the one it still needs to finish its work. */
const LAST_TO_FIRST = [['api'], ['worker'], ['sandbox', 'merchant']];

export interface Crew {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Everything that `oware dev` runs, as one thing that is started and stopped. */
export function createCrew(config: Config, environment: Environment, state: DevState): Crew {
  const screen = createScreen(['temporal', 'sandbox', 'worker', 'api', 'merchant']);
  let server: RunningServer | undefined;
  let children: Supervised[] = [];
  let ending = false;

  async function startTemporal() {
    if (environment.TEMPORAL_ADDRESS !== undefined) {
      return { address: environment.TEMPORAL_ADDRESS, uiUrl: undefined };
    }
    // while it ends it reports each of its own connections as lost
    const onLine = (line: string) => ending || screen.line('temporal', line);
    server = await runTemporal({ config, environment, dbFilename: state.temporalDb, onLine });
    return { address: server.address, uiUrl: server.uiUrl };
  }

  return {
    async start() {
      const temporal = await startTemporal();
      await prepareTemporal(config, { ...environment, TEMPORAL_ADDRESS: temporal.address });
      const gateway = gatewayAccess(config);
      const published = () => ({
        config,
        state,
        gateway,
        temporal,
        pids: {
          ...(server && { temporal: server.pid }),
          ...Object.fromEntries(children.map((child) => [child.name, child.pid()])),
        },
      });
      const onRestart = () => writeDevJson(published());
      const plans = childPlans({
        config,
        environment,
        state,
        temporalAddress: temporal.address,
        gateway,
      });
      children = plans.map((plan) => supervise(plan, { onLine: screen.line, onRestart }));
      await Promise.all(children.map(({ ready }) => ready));
      writeDevJson(published());
      console.log(announce(published()));
    },
    async stop() {
      ending = true;
      rmSync(state.devJson, { force: true });
      for (const names of LAST_TO_FIRST) {
        const group = children.filter(({ name }) => names.includes(name));
        await Promise.all(group.map((child) => child.stop(KILL_AFTER_MS)));
      }
      await server?.stop(TEMPORAL_GRACE_MS);
    },
  };
}

/** All at once and before anything is started or forgotten: half a system is worse than none. */
export async function assertPortsFree(config: Config, environment: Environment): Promise<void> {
  const { host, apiPort, sandboxPort, workerPort, merchantPort, temporalPort, temporalUiPort } = config;
  const ports = [apiPort, sandboxPort, workerPort, merchantPort];
  if (environment.TEMPORAL_ADDRESS === undefined) ports.push(temporalPort, temporalUiPort);
  for (const port of ports) await assertPortFree(port, host);
}

/** Keys of the sandbox's first merchant are drawn from its seed, so they are known before it runs. */
export function gatewayAccess(config: Config): GatewayAccess {
  const { apiKey, secretKey, contractCode } = createSandbox().merchants.first();
  return { url: addressesOf(config).sandbox, apiKey, secretKey, contractCode };
}
