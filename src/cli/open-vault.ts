import { createGatewayActivities } from '../../activities/gateway.js';
import type { DataConverter } from '@temporalio/common';
import { revealPaycode } from '../gateway/endpoints/paycodes.js';
import type { GatewayClient } from '../gateway/http/client.js';
import type { GatewayMeter } from '../gateway/http/meter.js';
import type { Config, Environment } from '../config/config.js';
import { createVault, type Vault } from '../vault/vault.js';
import { connectWorker, targetFrom } from '../temporal/connect.js';
import { createVaultWorker } from '../temporal/worker.js';
import { openGateway } from './gateway.js';
import type { Logger } from 'pino';

/** Reads clear paycodes; outside of any activity, so that they never enter Temporal. */
export function createPaycodeReader(gateway: GatewayClient) {
  return async (paycodeReference: string): Promise<string | undefined> => {
    const answer = await gateway.call(revealPaycode, { paycodeReference });
    const isOurs = answer.kind === 'ok' && answer.body.paycodeReference === paycodeReference;
    return isOurs ? (answer.body.paycode ?? undefined) : undefined;
  };
}

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

/**
 * Starts a vault in this process, in sandbox mode only: in live mode Oware takes no card data, and payers use the
 * hosted checkout page. Undefined if cards are disabled.
 */
export async function openVault({
  config,
  environment,
  dataConverter,
  log,
  meter,
}: VaultDeps): Promise<OpenVault | undefined> {
  if (config.gatewayMode !== 'sandbox' || config.gatewayApiKey === undefined) return undefined;
  const url = config.publicUrl ?? `http://${config.host}:${config.apiPort}`;
  const gateway = openGateway(config, log, meter);
  const readPaycode = createPaycodeReader(gateway);
  const vault = createVault({ taskQueue: config.taskQueue, url, readPaycode });
  const target = targetFrom(environment);
  const connection = await connectWorker(target);
  const { chargeCard, authorizeOtp, authorizeThreeDs, validateTransferOtp, validateBatchOtp } =
    createGatewayActivities(gateway, {
      secretFields: vault.handles,
    });
  const worker = await createVaultWorker({
    connection,
    namespace: target.namespace,
    taskQueue: vault.taskQueue,
    dataConverter,
    activities: { chargeCard, authorizeOtp, authorizeThreeDs, validateTransferOtp, validateBatchOtp },
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
