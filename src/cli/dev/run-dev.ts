import { rmSync } from 'node:fs';
import { request } from 'undici';
import type { Config, Environment } from '../../config/config.js';
import { createSandbox } from '../../sandbox/sandbox.js';
import { assertPortFree, PortInUseError } from '../../temporal/run/ports.js';
import { CommandError } from '../explain-error.js';
import { findTemporal, prepareTemporal } from '../run-temporal.js';
import { childPlans, type GatewayAccess, addressesOf } from './child-plans.js';
import { childProgram } from './child-program.js';
import type { DevState } from './dev-state.js';
import { announce, type Published, writeDevJson } from './publish.js';
import { createOutput } from './output.js';
import { type Program, supervise, type Supervised } from './supervisor.js';
import { temporalProgram } from './temporal-program.js';

/** Processes stop before the ones that they need to finish their work. */
const STOP_ORDER = [['api'], ['worker'], ['sandbox', 'merchant'], ['temporal']];

/** A worker without Temporal cannot report results, but would wait for Temporal until its grace period ends. */
const WITHOUT_TEMPORAL_GRACE_MS = 1_500;

export interface DevProcesses {
  start(): Promise<void>;
  /** Resolves when the supervisor gives up on a process. The others run until they are stopped. */
  readonly gaveUp: Promise<Error>;
  stop(): Promise<void>;
}

export interface DevOptions {
  readonly config: Config;
  readonly environment: Environment;
  readonly state: DevState;
  /** A service that gets every webhook from the listener. */
  readonly forward?: string | undefined;
  /** Whether the Web UI may change workflows. */
  readonly uiWrite?: boolean | undefined;
}

/** All processes of `oware dev`. */
export function createDevProcesses({
  config,
  environment,
  state,
  forward,
  uiWrite,
}: DevOptions): DevProcesses {
  const output = createOutput(['temporal', 'sandbox', 'worker', 'api', 'merchant']);
  const gateway = gatewayAccess(config);
  const programs: Supervised[] = [];
  let temporal: Published['temporal'] | undefined;
  let isReady = false;
  let isStopping = false;
  let onGivenUp: (reason: Error) => void;
  const gaveUp = new Promise<Error>((resolve) => (onGivenUp = resolve));

  /** Leaves out lines that repeat that Temporal is stopping or unavailable. */
  function onLine(name: string, line: string): void {
    // while it stops, it reports each of its own connections as lost
    if (name === 'temporal' && isStopping) return;
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
    if (temporal && isReady && !isStopping) writeDevJson(published(temporal));
  }

  async function run(started: readonly Program[]): Promise<void> {
    const added = started.map((program) => supervise(program, { onLine, onPidChange, onGivenUp }));
    programs.push(...added);
    await Promise.all(added.map(({ ready }) => ready));
  }

  async function connectTemporal(): Promise<Published['temporal']> {
    const address = environment.TEMPORAL_ADDRESS;
    if (address !== undefined) {
      await prepareTemporal(config, environment);
      return { address, uiUrl: undefined };
    }
    const found = await findTemporal({ config, environment, dbFilename: state.temporalDb, uiWrite });
    await run([temporalProgram(config, found.start)]);
    return { address: found.address, uiUrl: found.uiUrl };
  }

  return {
    gaveUp,
    async start() {
      temporal = await connectTemporal();
      const temporalAddress = temporal.address;
      const plans = childPlans({ config, environment, state, forward, temporalAddress, gateway });
      await run(plans.map(childProgram));
      isReady = true;
      onPidChange();
      console.log(announce(published(temporal)));
    },
    async stop() {
      isStopping = true;
      rmSync(state.devJson, { force: true });
      for (const names of STOP_ORDER) {
        const group = programs.filter(({ name }) => names.includes(name));
        const server = ownTemporal();
        const graceMs = server && server.pid() === undefined ? WITHOUT_TEMPORAL_GRACE_MS : undefined;
        await Promise.all(group.map((program) => program.stop(graceMs)));
      }
    },
  };
}

/** The SDK logs a lost connection for each poller and attempt: several lines a second. */
function isLostConnection(line: string): boolean {
  return line.includes('tonic::transport::Error');
}

/** Checks all ports before anything is started or deleted, so that no partial system runs. */
export async function assertPortsFree(config: Config, environment: Environment): Promise<void> {
  const { host, apiPort, sandboxPort, workerPort, merchantPort, temporalPort, temporalUiPort } = config;
  const ports = [apiPort, sandboxPort, workerPort, merchantPort];
  if (environment.TEMPORAL_ADDRESS === undefined) ports.push(temporalPort, temporalUiPort);
  try {
    for (const port of ports) await assertPortFree(port, host);
  } catch (error) {
    const { api } = addressesOf(config);
    if (!(error instanceof PortInUseError) || !(await isOware(api))) throw error;
    throw new CommandError(
      `Oware already runs: its API is at ${api}. Stop it where it was started, with Ctrl-C, or set other ports and OWARE_HOME to run a second one.`,
    );
  }
}

const HEALTH_TIMEOUT_MS = 2_000;

async function isOware(url: string): Promise<boolean> {
  try {
    const reply = await request(`${url}/health`, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
    return ((await reply.body.json()) as { gatewayMode?: string }).gatewayMode !== undefined;
  } catch {
    return false;
  }
}

/** The keys of the sandbox's first merchant derive from its seed, so they are known before it runs. */
export function gatewayAccess(config: Config): GatewayAccess {
  const { apiKey, secretKey, contractCode, walletAccountNumber: wallet } = createSandbox().merchants.first();
  return { url: addressesOf(config).sandbox, apiKey, secretKey, contractCode, wallet };
}
