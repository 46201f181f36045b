import { rmSync } from 'node:fs';
import type { Config, Environment } from '../../config.js';
import { createSandbox } from '../../sandbox/sandbox.js';
import { assertPortFree } from '../../temporal/run/ports.js';
import { findTemporal, prepareTemporal } from '../run-temporal.js';
import { childPlans, type GatewayAccess, addressesOf } from './child-plans.js';
import { childProgram } from './child-program.js';
import type { DevState } from './dev-state.js';
import { announce, type Published, writeDevJson } from './publish.js';
import { createOutput } from './output.js';
import { type Program, supervise, type Supervised } from './supervisor.js';
import { temporalProgram } from './temporal-program.js';

/** Who ends in which order: nobody may lose the one it still needs to finish its work. */
const LAST_TO_FIRST = [['api'], ['worker'], ['sandbox', 'merchant'], ['temporal']];

/** A worker that cannot report its results has nothing to wait for, but waits for an answer of Temporal. */
const WITHOUT_TEMPORAL_GRACE_MS = 1_500;

export interface DevProcesses {
  start(): Promise<void>;
  /** Resolves when one of the programs did not come back. The others run until they are stopped. */
  readonly gaveUp: Promise<Error>;
  stop(): Promise<void>;
}

/** Everything that `oware dev` runs, as one thing that is started and stopped. */
export function createDevProcesses(config: Config, environment: Environment, state: DevState): DevProcesses {
  const output = createOutput(['temporal', 'sandbox', 'worker', 'api', 'merchant']);
  const gateway = gatewayAccess(config);
  const programs: Supervised[] = [];
  let temporal: Published['temporal'] | undefined;
  let isReady = false;
  let isEnding = false;
  let onGivenUp: (reason: Error) => void;
  const gaveUp = new Promise<Error>((resolve) => (onGivenUp = resolve));

  /** Leaves out what the screen says already: that Temporal ends, or is away. */
  function onLine(name: string, line: string): void {
    // while it ends it reports each of its own connections as lost
    if (name === 'temporal' && isEnding) return;
    if (ownTemporal() && isLostConnection(line)) return;
    output.line(name, line);
  }

  function ownTemporal(): Supervised | undefined {
    return programs.find(({ name }) => name === 'temporal');
  }

  function published(known: Published['temporal']): Published {
    const pids = Object.fromEntries(programs.map(({ name, pid }) => [name, pid()]));
    return { config, state, gateway, temporal: known, pids };
  }

  function onPidChange(): void {
    if (temporal && isReady && !isEnding) writeDevJson(published(temporal));
  }

  async function run(wanted: readonly Program[]): Promise<void> {
    const added = wanted.map((program) => supervise(program, { onLine, onPidChange, onGivenUp }));
    programs.push(...added);
    await Promise.all(added.map(({ ready }) => ready));
  }

  async function connectTemporal(): Promise<Published['temporal']> {
    const address = environment.TEMPORAL_ADDRESS;
    if (address !== undefined) {
      await prepareTemporal(config, environment);
      return { address, uiUrl: undefined };
    }
    const found = await findTemporal({ config, environment, dbFilename: state.temporalDb });
    await run([temporalProgram(config, found.start)]);
    return { address: found.address, uiUrl: found.uiUrl };
  }

  return {
    gaveUp,
    async start() {
      temporal = await connectTemporal();
      const plans = childPlans({ config, environment, state, temporalAddress: temporal.address, gateway });
      await run(plans.map(childProgram));
      isReady = true;
      onPidChange();
      console.log(announce(published(temporal)));
    },
    async stop() {
      isEnding = true;
      rmSync(state.devJson, { force: true });
      for (const names of LAST_TO_FIRST) {
        const group = programs.filter(({ name }) => names.includes(name));
        const server = ownTemporal();
        const graceMs = server && server.pid() === undefined ? WITHOUT_TEMPORAL_GRACE_MS : undefined;
        await Promise.all(group.map((program) => program.stop(graceMs)));
      }
    },
  };
}

/** The SDK reports a lost connection for each of its pollers, at each attempt: several lines a second. */
function isLostConnection(line: string): boolean {
  return line.includes('tonic::transport::Error');
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
