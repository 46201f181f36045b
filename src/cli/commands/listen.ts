import type { CommandModule } from 'yargs';
import { readConfig, readEnvironment, requireSettings } from '../../config/config.js';
import { createLog } from '../log.js';
import { createWebhookListener, type ReceivedWebhook } from '../webhook-listener.js';
import { serve } from '../serve.js';
import { untilStopped } from '../until-stopped.js';

/** Stands in for the merchant's service: receives webhooks and prints them. */
export const listenCommand: Pick<CommandModule, 'handler'> = {
  handler: async () => {
    const config = requireSettings(readConfig(readEnvironment()), 'webhookSecret');
    const log = createLog('merchant', config);
    const app = createWebhookListener(config.webhookSecret, {
      onWebhook: (webhook) => log.info(lifecycleIn(webhook), `${webhook.type} ${webhook.data.reference}`),
      onRefused: (reason) => log.warn({ reason }, 'webhook with an invalid signature refused'),
    });
    const { url, close } = await serve(app, config.host, config.merchantPort);
    log.info({ url: `${url}/webhooks` }, 'listening for webhooks');
    await untilStopped();
    await close();
  },
};

/** State and reason of the lifecycle in the webhook. */
function lifecycleIn({ data }: ReceivedWebhook): object {
  const lifecycle = Object.values<unknown>(data).find(isLifecycle);
  return lifecycle ? { state: lifecycle.state, reason: lifecycle.reason } : {};
}

const isLifecycle = (part: unknown): part is { readonly state: string; readonly reason?: string } =>
  typeof part === 'object' && part !== null && 'state' in part;
