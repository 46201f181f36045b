import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, type Environment, readConfig } from '../../config.js';
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
import { type Merchant, openMerchant } from './merchant.js';
import { createWorker, type DemoWorker } from './worker.js';

/** Everybody that a performance needs, on ports of their own. */
export interface Company {
  readonly api: { readonly url: string; readonly key: string };
  readonly gatewayUrl: string;
  readonly merchant: Merchant;
  readonly worker: DemoWorker;
  readonly temporal: Temporal;
  /** Why the open workflows cannot be fast-forwarded here; undefined when they can. */
  readonly timeTravelObstacle: string | undefined;
}

export interface Temporal {
  readonly address: string;
  readonly namespace: string;
  /** Unknown where the server is not ours. */
  readonly uiUrl: string | undefined;
}

/** What must be ended, the last that was started first. */
export type Endings = (() => unknown)[];

/** A scene that lacks one of its processes fails by its own limit. */
const UNHEARD = { onLine: () => undefined, onPidChange: () => undefined, onGivenUp: () => undefined };

export async function gather(environment: Environment, endings: Endings): Promise<Company> {
  const home = mkdtempSync(join(tmpdir(), 'oware-demo-'));
  endings.unshift(() => rmSync(home, { recursive: true, force: true }));
  const settings = await demoSettings(environment, home);
  const config = readConfig(withoutEmpty(settings));
  const state = openDevState(home, false);
  const temporal = await reachTemporal(config, environment, endings);
  const plans = plansBy({ config, settings, state, temporal });
  const merchant = await openMerchant(state.keys.webhookSecret, config.host, config.merchantPort);
  endings.unshift(merchant.close);

  const progress = showProgress();
  progress.onProgress({ phase: 'waiting', line: 'Starting the sandbox, a worker and the api' });
  const sandbox = supervise(childProgram(plans('sandbox')), UNHEARD);
  endings.unshift(() => sandbox.stop());
  const worker = createWorker(plans('worker'), UNHEARD);
  endings.unshift(worker.stop);
  const api = supervise(childProgram(plans('api')), UNHEARD);
  endings.unshift(() => api.stop());
  await Promise.all([sandbox.ready, api.ready, worker.ready]).finally(progress.done);

  const { api: url, sandbox: gatewayUrl } = addressesOf(config);
  const timeTravelObstacle = await findObstacle(config, { ...settings, TEMPORAL_ADDRESS: temporal.address });
  return { api: { url, key: state.keys.apiKey }, gatewayUrl, merchant, worker, temporal, timeTravelObstacle };
}

async function findObstacle({ taskQueue }: Config, environment: Environment): Promise<string | undefined> {
  const client = connectLazily(targetFrom(environment), createDataConverter());
  return createFastForward({ client, taskQueue })
    .unavailable()
    .finally(() => client.connection.close());
}

/** The server that the environment names, or one of our own that keeps nothing. */
async function reachTemporal(config: Config, environment: Environment, endings: Endings): Promise<Temporal> {
  const given = environment.TEMPORAL_ADDRESS;
  const server =
    given === undefined ? await runTemporal({ config, environment, onLine: () => undefined }) : undefined;
  if (server) endings.unshift(() => server.stop(TEMPORAL_GRACE_MS));
  const address = server?.address ?? given ?? '';
  const reached = { ...environment, TEMPORAL_ADDRESS: address };
  if (!server) await prepareTemporal(config, reached);
  return { address, namespace: targetFrom(reached).namespace, uiUrl: server?.uiUrl };
}

interface Casting {
  readonly config: Config;
  readonly settings: Environment;
  readonly state: DevState;
  readonly temporal: Temporal;
}

/** The processes of `oware dev`; only the merchant is played by us, who must hear it. */
function plansBy({ config, settings, state, temporal }: Casting): (name: string) => ChildPlan {
  const gateway = gatewayAccess(config);
  // nothing of a performance is kept
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
    if (!plan) throw new Error(`nobody is called ${name}`);
    return plan;
  };
}
