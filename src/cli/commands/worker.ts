import { Runtime, type RuntimeOptions } from '@temporalio/worker';
import type { CommandModule } from 'yargs';
import { createActivities } from '../../../activities/activities.js';
import { createGatewayActivities } from '../../../activities/gateway.js';
import { createOwnActivities } from '../../../activities/own.js';
import { createOwareClient } from '../../client/client.js';
import { toWebhookMessage } from '../../client/webhook-message.js';
import {
  type Config,
  readConfig,
  readEnvironment,
  requireSettings,
  toSettings,
} from '../../config/config.js';
import { createGatewayMeter } from '../../gateway/http/meter.js';
import { createFigures } from '../../metrics/figures.js';
import { createMetrics } from '../../metrics/metrics.js';
import { observeLifecycles } from '../../metrics/observe-lifecycles.js';
import { WORKER_METRICS } from '../../metrics/table.js';
import { measureWebhooks } from '../../metrics/webhooks.js';
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
import { allMetrics } from '../all-metrics.js';
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
    Runtime.install({ logger, ...sdkMetrics(config) });
    const meter = createGatewayMeter();
    const metrics = createMetrics(WORKER_METRICS);
    const gateway = openGateway(config, log, meter);
    const dataConverter = createDataConverter();
    const client = await connectToTemporal(environment, dataConverter);
    const target = targetFrom(environment);
    const connection = await connectWorker(target);
    const oware = createOwareClient({ client, ...config });
    const own = createOwnActivities({
      toMessage: toWebhookMessage,
      client,
      oware,
      taskQueue: config.taskQueue,
      settings,
      webhookAddress: webhookAddress(config),
      checkGrant: createGrantCheck(grants),
    });
    const workers = await createWorkers({
      connection,
      namespace: target.namespace,
      taskQueue: config.taskQueue,
      workflowBundle: await findBundle({ ...CONVERTER_PATHS, logger }),
      dataConverter,
      observer: observeLifecycles(metrics),
      settings: () => own.settings(),
      activities: createActivities({
        gateway: createGatewayActivities(gateway, { pauses: () => own.pauses() }),
        own: { ...own, deliverWebhook: measureWebhooks(metrics, (webhook) => own.deliverWebhook(webhook)) },
        oware,
        returns: tokens && returnUrl !== undefined ? { returnUrl, tokenOf: tokens.of } : undefined,
        options: { nameEnquiriesPerSecond: config.nameEnquiriesPerSecond },
      }),
    });
    await ensureSchedules(client, config.taskQueue);
    const states = () => workers.map((worker) => worker.getState());
    const answers = workerHttp({
      meter,
      registry: allMetrics(meter, metrics),
      updateFigures: createFigures({ metrics, list: oware.list, stopped: oware.stoppedWorkflows }),
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

/** The SDK serves its metrics itself, at an address of its own. */
function sdkMetrics({ host, temporalMetricsPort: port }: Config): RuntimeOptions {
  if (port === undefined) return {};
  return { telemetryOptions: { metrics: { prometheus: { bindAddress: `${host}:${port}` } } } };
}

function webhookAddress(config: Config) {
  if (config.webhookUrl === undefined) return undefined;
  return {
    url: config.webhookUrl,
    secrets: requireSettings(config, 'webhookSecrets').webhookSecrets,
    disableAfterMs: config.webhookDisableAfterMs,
    isPublicOnly: config.gatewayMode === 'live' && !config.webhookAllowPrivate,
  };
}
