import { createGatewayActivities } from '../../activities/gateway.js';
import type { DataConverter } from '@temporalio/common';
import type { Config, Environment } from '../config.js';
import { createDesk, type Desk } from '../desk/desk.js';
import { connectWorker, targetFrom } from '../temporal/connect.js';
import { createDeskWorker } from '../temporal/worker.js';
import { openGateway } from './gateway.js';
import type { Logger } from 'pino';

export interface OpenDesk {
  readonly desk: Desk;
  close(): Promise<void>;
}

export interface DeskMeans {
  readonly config: Config;
  readonly environment: Environment;
  readonly dataConverter: DataConverter;
  readonly log: Logger;
}

/**
 * A desk in this process, for the sandbox only: with a live gateway no card data is taken, and payers go to
 * the hosted page. Undefined where cards are off.
 */
export async function openDesk({
  config,
  environment,
  dataConverter,
  log,
}: DeskMeans): Promise<OpenDesk | undefined> {
  if (config.gatewayMode !== 'sandbox' || config.gatewayApiKey === undefined) return undefined;
  const url = config.publicUrl ?? `http://${config.host}:${config.apiPort}`;
  const desk = createDesk({ taskQueue: config.taskQueue, url });
  const gateway = openGateway(config, log);
  const target = targetFrom(environment);
  const connection = await connectWorker(target);
  const { chargeCard, authorizeOtp, authorizeSecure3d } = createGatewayActivities(gateway, {
    vault: desk.vault,
  });
  const worker = await createDeskWorker({
    connection,
    namespace: target.namespace,
    taskQueue: desk.taskQueue,
    dataConverter,
    activities: { chargeCard, authorizeOtp, authorizeSecure3d },
  });
  const running = worker.run();
  return {
    desk,
    close: async () => {
      // the SDK stops workers itself when the process is told to end
      if (worker.getState() === 'RUNNING') worker.shutdown();
      await running;
      desk.vault.clear();
      await gateway.close();
      await connection.close();
    },
  };
}
