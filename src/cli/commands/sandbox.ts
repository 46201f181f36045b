import type { CommandModule } from 'yargs';
import { readConfig, readEnvironment } from '../../config.js';
import { createSandbox } from '../../sandbox/sandbox.js';
import { assertPortFree } from '../../temporal/run/ports.js';
import { createLog } from '../log.js';
import { untilToldToStop } from '../until-told.js';

export const sandboxCommand: CommandModule = {
  command: 'sandbox',
  describe: 'Run the imitation gateway: bank simulator, hosted checkout, books',
  handler: async () => {
    const config = readConfig(readEnvironment());
    const log = createLog('sandbox', config);
    const sandbox = createSandbox({
      validityMs: config.checkoutWindowMs,
      ...(config.sandboxState !== undefined && { stateFile: config.sandboxState }),
      ...(config.sandboxWebhookUrl !== undefined && { webhookUrl: config.sandboxWebhookUrl }),
      log: (level, message, details = {}) => log[level](details, message),
    });
    await assertPortFree(config.sandboxPort, config.host);
    const { url } = await sandbox.listen({ host: config.host, port: config.sandboxPort });
    log.info({ url }, 'sandbox is ready');
    await untilToldToStop();
    await sandbox.close();
  },
};
