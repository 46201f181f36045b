import { readFileSync } from 'node:fs';
import { Runtime } from '@temporalio/worker';
import type { CommandModule } from 'yargs';
import { z } from 'zod';
import { createApi } from '../../api/app.js';
import type { ApiKey } from '../../api/bearer.js';
import { createOwareClient } from '../../client/client.js';
import { ConfigError, readConfig, readEnvironment, require } from '../../config.js';
import { createDataConverter } from '../../secrets/data-converter.js';
import { connectToTemporal } from '../connect-to-temporal.js';
import { gatewayProfile } from '../gateway.js';
import { createLog } from '../log.js';
import { openDesk } from '../open-desk.js';
import { serve } from '../serve.js';
import { toTemporalLogger } from '../temporal-logger.js';
import { untilToldToStop } from '../until-told.js';

export const apiCommand: Pick<CommandModule, 'handler'> = {
  handler: async () => {
    const environment = readEnvironment();
    const config = require(readConfig(environment), 'gatewaySecretKey', 'apiKeysFile');
    const log = createLog('api', config);
    Runtime.install({ logger: toTemporalLogger(log) });
    const dataConverter = createDataConverter();
    const client = await connectToTemporal(environment, dataConverter);
    const desk = await openDesk({ config, environment, dataConverter, log });
    const app = createApi({
      oware: createOwareClient({ client, taskQueue: config.taskQueue }),
      keys: readKeys(config.apiKeysFile),
      webhook: {
        secrets: [
          config.gatewaySecretKey,
          ...(config.gatewayOldSecretKey ? [config.gatewayOldSecretKey] : []),
        ],
        profile: gatewayProfile(config),
      },
      desk: desk?.desk,
      isReady: async () => {
        const inTwoSeconds = Date.now() + 2_000;
        await client.withDeadline(inTwoSeconds, () => client.connection.workflowService.getSystemInfo({}));
      },
      log,
    });
    const { url, close } = await serve(app, config.host, config.apiPort);
    log.info({ url, cards: desk !== undefined }, 'api is ready');
    await untilToldToStop();
    await close();
    await desk?.close();
    await client.connection.close();
  },
};

const keysFile = z.array(
  z.strictObject({ name: z.string().min(1), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
);

function readKeys(file: string): ApiKey[] {
  try {
    return keysFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new ConfigError([`OWARE_API_KEYS_FILE: ${file} cannot be used: ${why}`]);
  }
}
