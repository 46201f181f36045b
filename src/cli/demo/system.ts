import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, type Environment, readConfig } from '../../config/config.js';
import { createDataConverter } from '../../secrets/data-converter.js';
import { connectLazily, targetFrom } from '../../temporal/connect.js';
import { createFastForward } from '../../temporal/fast-forward.js';
import { addressesOf, childPlans } from '../dev/child-plans.js';
import { type ChildPlan, childProgram } from '../dev/child-program.js';
import { type DevState, openDevState } from '../dev/dev-state.js';
import { gatewayAccess } from '../dev/run-dev.js';
import { supervise } from '../dev/supervisor.js';
import { TEMPORAL_GRACE_MS } from '../dev/temporal-program.js';
import { showProgress } from '../progress.js';
import { prepareTemporal, runTemporal } from '../run-temporal.js';
import { demoSettings, withoutEmpty } from './demo-settings.js';
import { type Merchant, startMerchant } from './merchant.js';
import { createWorker, type DemoWorker } from './worker.js';

/** The processes that the demo started, on free ports. */
export interface DemoSystem {
  readonly api: { readonly url: string; readonly key: string; readonly approverKey: string };
  readonly gatewayUrl: string;
  readonly merchant: Merchant;
  readonly worker: DemoWorker;
  readonly temporal: Temporal;
  /** Why open workflows cannot be fast-forwarded on this server; undefined when they can. */
  readonly timeTravelObstacle: string | undefined;
}

export interface Temporal {
  readonly address: string;
  readonly namespace: string;
  /** Undefined for a server that the demo did not start. */
  readonly uiUrl: string | undefined;
}

/** Functions that stop what was started, in reverse order of the starts. */
export type Cleanup = (() => unknown)[];

/** A scenario that lacks a process fails by its own timeout. */
const SILENT = { onLine: () => undefined, onPidChange: () => undefined, onGivenUp: () => undefined };

/** `own` are settings of this demo. */
export async function startSystem(
  environment: Environment,
  cleanup: Cleanup,
  own: Environment = {},
): Promise<DemoSystem> {
  const home = mkdtempSync(join(tmpdir(), 'oware-demo-'));
  cleanup.unshift(() => rmSync(home, { recursive: true, force: true }));
  const settings = await demoSettings(environment, home, own);
  const config = readConfig(withoutEmpty(settings));
  const state = openDevState(home, false);
  const temporal = await connectTemporal(config, environment, cleanup);
  const plans = createPlans({ config, settings, state, temporal });
  const merchant = await startMerchant(state.keys.webhookSecret, config.host, config.merchantPort);
  cleanup.unshift(merchant.close);

  const progress = showProgress();
  progress.onProgress({ phase: 'waiting', line: 'Starting the sandbox, a worker and the API' });
  const sandbox = supervise(childProgram(plans('sandbox')), SILENT);
  cleanup.unshift(() => sandbox.stop());
  const worker = createWorker(plans('worker'), SILENT);
  cleanup.unshift(worker.stop);
  const api = supervise(childProgram(plans('api')), SILENT);
  cleanup.unshift(() => api.stop());
  await Promise.all([sandbox.ready, api.ready, worker.ready]).finally(progress.done);

  const { api: url, sandbox: gatewayUrl } = addressesOf(config);
  const timeTravelObstacle = await findObstacle(config, { ...settings, TEMPORAL_ADDRESS: temporal.address });
  const { apiKey: key, approverKey } = state.keys;
  return { api: { url, key, approverKey }, gatewayUrl, merchant, worker, temporal, timeTravelObstacle };
}

async function findObstacle({ taskQueue }: Config, environment: Environment): Promise<string | undefined> {
  const client = connectLazily(targetFrom(environment), createDataConverter());
  return createFastForward({ client, taskQueue })
    .unavailable()
    .finally(() => client.connection.close());
}

/** The server at TEMPORAL_ADDRESS, or a new in-memory dev server. */
async function connectTemporal(
  config: Config,
  environment: Environment,
  cleanup: Cleanup,
): Promise<Temporal> {
  const given = environment.TEMPORAL_ADDRESS;
  const server =
    given === undefined ? await runTemporal({ config, environment, onLine: () => undefined }) : undefined;
  if (server) cleanup.unshift(() => server.stop(TEMPORAL_GRACE_MS));
  const address = server?.address ?? given ?? '';
  const target = { ...environment, TEMPORAL_ADDRESS: address };
  if (!server) await prepareTemporal(config, target);
  return { address, namespace: targetFrom(target).namespace, uiUrl: server?.uiUrl };
}

interface PlanOptions {
  readonly config: Config;
  readonly settings: Environment;
  readonly state: DevState;
  readonly temporal: Temporal;
}

/** The processes of `oware dev`. The merchant runs in this process, which counts its webhooks. */
function createPlans({ config, settings, state, temporal }: PlanOptions): (name: string) => ChildPlan {
  const gateway = gatewayAccess(config);
  const sandboxInMemory = { ...state, sandboxState: '' };
  const plans = childPlans({
    config,
    environment: settings,
    state: sandboxInMemory,
    temporalAddress: temporal.address,
    gateway,
  });
  return (name) => {
    const plan = plans.find((one) => one.name === name);
    if (!plan) throw new Error(`No process is named ${name}.`);
    return plan;
  };
}
