import { Runtime } from '@temporalio/worker';
import type { CommandModule } from 'yargs';
import { createActivities } from '../../../activities/activities.js';
import { createGatewayActivities } from '../../../activities/gateway.js';
import { createOwnActivities } from '../../../activities/own.js';
import { toWebhookView } from '../../client/kinds.js';
import { createOwareClient } from '../../client/client.js';
import {
  type Config,
  readConfig,
  readEnvironment,
  requireSettings,
  toSettings,
} from '../../config/config.js';
import { createGatewayMeter } from '../../gateway/http/meter.js';
import { CONVERTER_PATHS, createDataConverter } from '../../secrets/data-converter.js';
import { createGrantCheck } from '../../secrets/grants.js';
import { connectWorker, targetFrom } from '../../temporal/connect.js';
import { ensureSchedules } from '../../temporal/schedules.js';
import { createReachability } from '../../temporal/reachability.js';
import { createWorkers } from '../../temporal/worker.js';
import { findBundle } from '../../temporal/workflow-bundle.js';
import { connectToTemporal } from '../connect-to-temporal.js';
import { readGrants } from '../grant-keys.js';
import { createLog } from '../log.js';
import { openGateway } from '../gateway.js';
import { returnTokens } from '../return-tokens.js';
import { serve } from '../serve.js';
import { toTemporalLogger } from '../temporal-logger.js';
import { workerHealth } from '../worker-health.js';
import { workerHttp } from '../worker-http.js';

export const workerCommand: Pick<CommandModule, 'handler'> = {
  handler: async () => {
    const environment = readEnvironment();
    const config = readConfig(environment);
    const tokens = returnTokens(config);
    const settings = toSettings(config);
    const grants = readGrants(config);
    const { returnUrl } = settings;
    const log = createLog('worker', config);
    const logger = toTemporalLogger(log);
    Runtime.install({ logger });
    const meter = createGatewayMeter();
    const gateway = openGateway(config, log, meter);
    const dataConverter = createDataConverter();
    const client = await connectToTemporal(environment, dataConverter);
    const target = targetFrom(environment);
    const connection = await connectWorker(target);
    const oware = createOwareClient({ client, taskQueue: config.taskQueue });
    const workers = await createWorkers({
      connection,
      namespace: target.namespace,
      taskQueue: config.taskQueue,
      workflowBundle: await findBundle({ ...CONVERTER_PATHS, logger }),
      dataConverter,
      activities: createActivities({
        gateway: createGatewayActivities(gateway),
        own: createOwnActivities({
          toView: toWebhookView,
          client,
          oware,
          taskQueue: config.taskQueue,
          settings,
          webhookAddress: webhookAddress(config),
          checkGrant: createGrantCheck(grants),
        }),
        oware,
        returns: tokens && returnUrl !== undefined ? { returnUrl, tokenOf: tokens.of } : undefined,
        options: { nameEnquiriesPerSecond: config.nameEnquiriesPerSecond },
      }),
    });
    await ensureSchedules(client, config.taskQueue);
    const states = () => workers.map((worker) => worker.getState());
    const answers = workerHttp({
      meter,
      health: workerHealth({ states, temporal: createReachability(client) }),
    });
    const health = await serve(answers, config.host, config.workerPort);
    log.info({ taskQueue: config.taskQueue, health: health.url }, 'worker is ready');
    await Promise.all(workers.map((worker) => worker.run()));
    await health.close();
    await gateway.close();
    await connection.close();
    await client.connection.close();
  },
};

function webhookAddress(config: Config) {
  if (config.webhookUrl === undefined) return undefined;
  return { url: config.webhookUrl, secret: requireSettings(config, 'webhookSecret').webhookSecret };
}
