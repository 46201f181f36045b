import { Runtime } from '@temporalio/worker';
import type { CommandModule } from 'yargs';
import express from 'express';
import { createApi } from '../../api/app.js';
import { createGrantSigner } from '../../api/grants.js';
import { createMetrics, type Metrics, metricsRoute } from '../../api/metrics.js';
import { createOwareClient } from '../../client/client.js';
import { type Config, readConfig, readEnvironment, requireSettings } from '../../config/config.js';
import { createDataConverter } from '../../secrets/data-converter.js';
import { createReachability } from '../../temporal/reachability.js';
import { readApiKeys } from '../api-keys.js';
import { connectToTemporal } from '../connect-to-temporal.js';
import { gatewayProfile, refuseMixture } from '../gateway.js';
import { readGrants } from '../grant-keys.js';
import { createLog } from '../log.js';
import { openVault } from '../open-vault.js';
import { returnTokens } from '../return-tokens.js';
import { serve, type Serving } from '../serve.js';
import { toTemporalLogger } from '../temporal-logger.js';
import { untilStopped } from '../until-stopped.js';

export const apiCommand: Pick<CommandModule, 'handler'> = {
  handler: async () => {
    const environment = readEnvironment();
    const config = requireSettings(readConfig(environment), 'gatewaySecretKey', 'apiKeysFile');
    refuseMixture(config);
    const keys = readApiKeys(config);
    const grants = readGrants(config);
    const tokens = returnTokens(config);
    const log = createLog('api', config);
    Runtime.install({ logger: toTemporalLogger(log) });
    const dataConverter = createDataConverter();
    const client = await connectToTemporal(environment, dataConverter);
    const vault = await openVault({ config, environment, dataConverter, log });
    const temporal = createReachability(client);
    const metrics = createMetrics();
    const app = createApi({
      oware: createOwareClient({ client, taskQueue: config.taskQueue }),
      keys,
      webhook: {
        secrets: [
          config.gatewaySecretKey,
          ...(config.gatewayOldSecretKey ? [config.gatewayOldSecretKey] : []),
        ],
        profile: gatewayProfile(config),
      },
      vault: vault?.vault,
      grants: grants && createGrantSigner(grants),
      batchRules: {
        maxRows: config.batchMaxRows,
        hasDuplicateGuard: config.gatewayDuplicateGuard,
        expectsOtp: config.payoutOtp,
      },
      caches: { listsMs: config.listsCacheMs, namesMs: config.namesCacheMs },
      returnTokens: tokens,
      trustedProxies: config.trustedProxies,
      metrics,
      showsMetrics: config.metricsPort === config.apiPort,
      isReady: async () => {
        if (!(await temporal.check())) throw new Error('Temporal does not respond');
      },
      log,
    });
    const maxConnections = config.apiConnections;
    const { url, close } = await serve(app, config.host, config.apiPort, { maxConnections });
    const metricsServer = await serveMetrics(config, metrics);
    log.info({ url, cards: vault !== undefined }, 'api is ready');
    await untilStopped();
    await close();
    await metricsServer?.close();
    await vault?.close();
    await client.connection.close();
  },
};

/** On a separate port, unless the API's own port serves the metrics. */
async function serveMetrics(
  { host, apiPort, metricsPort }: Config,
  metrics: Metrics,
): Promise<Serving | undefined> {
  if (metricsPort === undefined || metricsPort === apiPort) return undefined;
  const app = express();
  app.disable('x-powered-by');
  app.get('/metrics', metricsRoute(metrics));
  return serve(app, host, metricsPort);
}
