import { createGatewayActivities } from '../../activities/gateway.js';
import { createPausesReaderInActivity } from '../../activities/pauses.js';
import type { DataConverter } from '@temporalio/common';
import type { GatewayMeter } from '../gateway/http/meter.js';
import { type Config, type Environment, requireSettings } from '../config/config.js';
import { createVault, type Vault } from '../vault/vault.js';
import { connectWorker, targetFrom } from '../temporal/connect.js';
import { createVaultWorker } from '../temporal/worker.js';
import { openGateway } from './gateway.js';
import { createPrivateReads } from './private-reads.js';
import type { Logger } from 'pino';

export interface OpenVault {
  readonly vault: Vault;
  close(): Promise<void>;
}

export interface VaultDeps {
  readonly config: Config;
  readonly environment: Environment;
  readonly dataConverter: DataConverter;
  readonly log: Logger;
  readonly meter: GatewayMeter;
}

/** In live mode the operator must want the gateway's keys in the api; then none of them may be missing. */
export function wantsVault(config: Config): boolean {
  if (config.gatewayMode === 'sandbox') return config.gatewayApiKey !== undefined;
  if (config.otpInApi) requireSettings(config, 'gatewayApiKey', 'gatewayContract');
  return config.otpInApi;
}

/** No browser can open it. */
const isEveryAddress = (host: string) => host === '0.0.0.0' || host === '::';

/** Starts a vault in this process. In live mode it takes no cards: payers use the hosted checkout page. */
export async function openVault({
  config,
  environment,
  dataConverter,
  log,
  meter,
}: VaultDeps): Promise<OpenVault> {
  const takesCards = config.gatewayMode === 'sandbox';
  const gateway = openGateway(config, log, meter);
  const vault = createVault({
    taskQueue: config.taskQueue,
    url:
      config.publicUrl ??
      `http://${isEveryAddress(config.host) ? '127.0.0.1' : config.host}:${config.apiPort}`,
    takesCards,
    reads: createPrivateReads(gateway),
  });
  const target = targetFrom(environment);
  const connection = await connectWorker(target);
  const { chargeCard, authorizeOtp, authorizeThreeDs, validateTransferOtp, validateBatchOtp } =
    createGatewayActivities(gateway, {
      secretFields: vault.handles,
      pauses: createPausesReaderInActivity(config.taskQueue),
    });
  const worker = await createVaultWorker({
    connection,
    namespace: target.namespace,
    taskQueue: vault.taskQueue,
    dataConverter,
    activities: {
      validateTransferOtp,
      validateBatchOtp,
      ...(takesCards && { chargeCard, authorizeOtp, authorizeThreeDs }),
    },
  });
  const running = worker.run();
  return {
    vault,
    close: async () => {
      // the SDK stops workers itself when the process receives a signal
      if (worker.getState() === 'RUNNING') worker.shutdown();
      await running;
      vault.handles.clear();
      await gateway.close();
      await connection.close();
    },
  };
}
