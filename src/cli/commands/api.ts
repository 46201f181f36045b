import { Runtime } from '@temporalio/worker';
import type { CommandModule } from 'yargs';
import express from 'express';
import type { Registry } from 'prom-client';
import { createApi } from '../../api/app.js';
import { createGrantSigner } from '../../api/grants.js';
import { metricsRoute } from '../../api/metrics.js';
import { createRefusedEvents } from '../../api/refused-events.js';
import { createOwareClient } from '../../client/client.js';
import { type Config, readConfig, readEnvironment, requireSettings } from '../../config/config.js';
import { createGatewayMeter } from '../../gateway/http/meter.js';
import { createMetrics } from '../../metrics/metrics.js';
import { API_METRICS } from '../../metrics/table.js';
import { createDataConverter } from '../../secrets/data-converter.js';
import { connectNativeClient, targetFrom } from '../../temporal/connect.js';
import { createReachability } from '../../temporal/reachability.js';
import { allMetrics } from '../all-metrics.js';
import { watchApiKeys } from '../api-keys.js';
import { connectToTemporal } from '../connect-to-temporal.js';
import { gatewayProfile, refuseMixture } from '../gateway.js';
import { readGrants } from '../grant-keys.js';
import { createLog } from '../log.js';
import { openVault, wantsVault } from '../open-vault.js';
import { returnTokens } from '../return-tokens.js';
import { serve, type Serving } from '../serve.js';
import { toTemporalLogger } from '../temporal-logger.js';
import { untilStopped } from '../until-stopped.js';

export const apiCommand: Pick<CommandModule, 'handler'> = {
  handler: async () => {
    const environment = readEnvironment();
    const config = requireSettings(readConfig(environment), 'gatewaySecretKey', 'apiKeysFile');
    refuseMixture(config);
    const withVault = wantsVault(config);
    const grants = readGrants(config);
    const tokens = returnTokens(config);
    const log = createLog('api', config);
    const keys = watchApiKeys(config, log);
    Runtime.install({ logger: toTemporalLogger(log) });
    const dataConverter = createDataConverter();
    const client = await connectToTemporal(environment, dataConverter);
    const signalClient = await connectNativeClient(targetFrom(environment), dataConverter);
    const meter = createGatewayMeter();
    const vault = withVault ? await openVault({ config, environment, dataConverter, log, meter }) : undefined;
    const temporal = createReachability(client);
    const metrics = createMetrics(API_METRICS);
    const registry = allMetrics(metrics, meter);
    const refusedEvents = createRefusedEvents({ metrics, log });
    const app = createApi({
      oware: createOwareClient({ client, signalClient, ...config }),
      keys,
      webhook: {
        secrets: [
          config.gatewaySecretKey,
          ...(config.gatewayOldSecretKey ? [config.gatewayOldSecretKey] : []),
        ],
        profile: gatewayProfile(config),
        sources: config.eventSources,
      },
      refusedEvents,
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
      requestsPerSecond: config.apiRequestsPerSecond,
      metrics,
      gatewayMode: config.gatewayMode,
      shownMetrics: config.metricsPort === config.apiPort ? registry : undefined,
      isReady: async () => {
        if (!(await temporal.check())) throw new Error('Temporal does not respond');
      },
      log,
    });
    const maxConnections = config.apiConnections;
    const { url, close } = await serve(app, config.host, config.apiPort, { maxConnections });
    const metricsServer = await serveMetrics(config, registry);
    log.info({ url, otps: vault !== undefined, cards: vault?.vault.cards !== undefined }, 'api is ready');
    await untilStopped();
    await close();
    await refusedEvents.stop();
    await metricsServer?.close();
    await vault?.close();
    await signalClient.connection.close();
    await client.connection.close();
  },
};

/** On a separate port, unless the API's own port serves the metrics. */
async function serveMetrics(
  { host, apiPort, metricsPort }: Config,
  registry: Registry,
): Promise<Serving | undefined> {
  if (metricsPort === undefined || metricsPort === apiPort) return undefined;
  const app = express();
  app.disable('x-powered-by');
  app.get('/metrics', metricsRoute(registry));
  return serve(app, host, metricsPort);
}
