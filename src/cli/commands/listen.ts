import type { CommandModule } from 'yargs';
import { readConfig, readEnvironment, requireSettings } from '../../config.js';
import { createLog } from '../log.js';
import { createWebhookListener, type ReceivedWebhook } from '../webhook-listener.js';
import { serve } from '../serve.js';
import { untilStopped } from '../until-stopped.js';

/** Stands in for the merchant: takes notices as a merchant's service would, and prints them. */
export const listenCommand: Pick<CommandModule, 'handler'> = {
  handler: async () => {
    const config = requireSettings(readConfig(readEnvironment()), 'webhookSecret');
    const log = createLog('merchant', config);
    const app = createWebhookListener(config.webhookSecret, {
      onWebhook: (webhook) => log.info(lifecycleIn(webhook), `${webhook.type} ${webhook.data.reference}`),
      onRefused: (why) => log.warn({ why }, 'a notice with a wrong signature was refused'),
    });
    const { url, close } = await serve(app, config.host, config.merchantPort);
    log.info({ url: `${url}/notices` }, 'listening for notices');
    await untilStopped();
    await close();
  },
};

/** A notice carries its whole story, whichever that is; the line shows where it stands. */
function lifecycleIn({ data }: ReceivedWebhook): object {
  const lifecycle = Object.values<unknown>(data).find(isLifecycle);
  return lifecycle ? { state: lifecycle.state, reason: lifecycle.reason } : {};
}

const isLifecycle = (part: unknown): part is { readonly state: string; readonly reason?: string } =>
  typeof part === 'object' && part !== null && 'state' in part;
