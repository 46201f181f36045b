import { freePort } from '../../../src/temporal/run/ports.js';
import { WEBHOOK_SECRET } from '../world/merchant.js';
import { type OwareProcess, startOware } from './oware-process.js';
import type { World } from '../world/world.js';

/** The worker of a world without one, as a process that a test can kill. */
export async function startWorker(world: World, env: Record<string, string> = {}): Promise<OwareProcess> {
  const worker = startOware(['worker'], {
    env: {
      TEMPORAL_ADDRESS: world.address,
      OWARE_TASK_QUEUE: world.taskQueue,
      OWARE_WORKER_PORT: String(await freePort()),
      OWARE_GATEWAY_URL: world.gatewayUrl,
      OWARE_GATEWAY_API_KEY: world.account.apiKey,
      OWARE_GATEWAY_SECRET_KEY: world.account.secretKey,
      OWARE_GATEWAY_CONTRACT: world.account.contractCode,
      OWARE_GATEWAY_WALLET: world.account.walletAccountNumber,
      OWARE_WEBHOOK_URL: world.merchant.webhookUrl,
      OWARE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      ...env,
    },
  });
  await worker.says('worker is ready');
  return worker;
}
