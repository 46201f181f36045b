import { NativeConnection } from '@temporalio/worker';
import { createActivities } from '../../../activities/activities.js';
import { createGatewayActivities } from '../../../activities/gateway.js';
import { createOwnActivities } from '../../../activities/own.js';
import { toWebhookMessage } from '../../../src/client/webhook-message.js';
import type { Settings } from '../../../src/config/settings.js';
import { controlId } from '../../../src/domain/pause/pause.js';
import { createDataConverter } from '../../../src/secrets/data-converter.js';
import { createWorkers } from '../../../src/temporal/worker.js';
import type { Outcome } from '../../../workflows/shared/gateway/operation.js';
import { bundleTestWorkflows } from '../temporal/test-bundle.js';
import { createWorld, HOUR, WORLD_SETTINGS } from '../world/world.js';
import type { PayoutTerms } from './payout-workflow.js';

export type PayoutWorld = Awaited<ReturnType<typeof createPayoutWorld>>;

/** The workflows of these worlds. Building them takes seconds. */
export const bundlePayouts = () => bundleTestWorkflows(new URL('./payout-workflow.ts', import.meta.url));

/** A world whose workers also run a small lifecycle that sends money through a gate. */
export async function createPayoutWorld(
  workflowBundle: Awaited<ReturnType<typeof bundlePayouts>>,
  settings: Partial<Settings> = {},
) {
  const world = await createWorld({ withWorker: false });
  const { client, taskQueue, address, gateway } = world;
  const sent: string[] = [];
  const native = await NativeConnection.connect({ address });
  const own = createOwnActivities({
    client,
    oware: { ...world.oware, forwardEvent: () => Promise.resolve() },
    taskQueue,
    settings: { ...WORLD_SETTINGS, ...settings },
    webhookAddress: undefined,
    toMessage: toWebhookMessage,
    checkGrant: () => ({ valid: false, reason: 'no grants here' }),
  });
  const workers = await createWorkers({
    connection: native,
    namespace: 'default',
    taskQueue,
    workflowBundle,
    dataConverter: createDataConverter(),
    activities: {
      ...createActivities({
        gateway: createGatewayActivities(gateway),
        oware: world.oware,
        own,
      }),
      sendMoney: (workflowId: string) => {
        sent.push(workflowId);
        return Promise.resolve('sent');
      },
    },
    settings: () => own.settings(),
  });
  const running = Promise.all(workers.map((worker) => worker.run()));
  const started: string[] = [];
  const control = world.handle(controlId(taskQueue));
  return {
    ...world,
    /** The workflows whose money was sent, in order. */
    sent,
    /** Starts a payout; the result is the outcome of its operation. */
    async payOut(name: string, terms: Partial<PayoutTerms> = {}) {
      const workflowId = `payout:${name}-${taskQueue.slice(-12)}`;
      started.push(workflowId);
      const given: PayoutTerms = { bankCode: '058', notAfter: Date.now() + HOUR, ...terms };
      const handle = await client.workflow.start('payOut', { taskQueue, workflowId, args: [given] });
      return { workflowId, result: () => handle.result() as Promise<Outcome<string>>, handle };
    },
    async close() {
      await Promise.allSettled([control.terminate(), ...started.map((id) => world.handle(id).terminate())]);
      for (const worker of workers) worker.shutdown();
      await running;
      await native.close();
      await world.close();
    },
  };
}
