import { request } from 'undici';
import type { CommandModule } from 'yargs';
import { type Config, readConfig, readEnvironment, requireSettings } from '../../config/config.js';
import { readDevJson } from '../dev-json.js';
import { createLog } from '../log.js';
import { createWebhookListener, type RawWebhook, type ReceivedWebhook } from '../webhook-listener.js';
import { serve } from '../serve.js';
import { untilStopped } from '../until-stopped.js';

interface Options {
  readonly forward?: string | undefined;
}

/** Stands in for the merchant's service: receives webhooks and prints them. */
export const listenCommand: Pick<CommandModule<object, Options>, 'builder' | 'handler'> = {
  builder: (args) =>
    args
      .option('forward', {
        type: 'string',
        describe: 'Also post each webhook, as it came, to this address; its reply is what Oware gets',
      })
      .example(
        '$0 listen --forward http://127.0.0.1:8080/webhooks',
        'hand webhooks to a service in development',
      )
      .epilogue(
        'It listens on OWARE_MERCHANT_PORT; set OWARE_WEBHOOK_URL of the workers to it. `oware dev` runs a listener already:\nuse `oware dev --forward` there.',
      ),
  handler: async ({ forward }) => {
    const config = readConfig(readEnvironment());
    const log = createLog('merchant', config);
    const app = createWebhookListener(secretOf(config), {
      ...(forward !== undefined && { forward: (webhook) => forwardTo(forward, webhook) }),
      onWebhook: (webhook) => log.info(lifecycleIn(webhook), `${webhook.type} ${webhook.data.reference}`),
      onRefused: (reason) => log.warn({ reason }, 'webhook with an invalid signature refused'),
    });
    const { url, close } = await serve(app, config.host, config.merchantPort);
    log.info({ url: `${url}/webhooks` }, 'listening for webhooks');
    await untilStopped();
    await close();
  },
};

/** The secret of the settings, or the one of `oware dev` in this folder. */
function secretOf(config: Config): string {
  const ofDev = readDevJson(config)?.webhooks.secret;
  if (config.webhookSecrets === undefined && ofDev !== undefined) return ofDev;
  // webhooks are signed with each of them
  const [secret = ''] = requireSettings(config, 'webhookSecrets').webhookSecrets;
  return secret;
}

/** The receiver's status; 502 when it does not answer, so that Oware sends the webhook again. */
async function forwardTo(url: string, { headers, body }: RawWebhook): Promise<number> {
  const sent = Object.entries(headers).filter(([name]) => /^(webhook-|content-type$)/.test(name));
  const reply = await request(url, {
    method: 'POST',
    headers: Object.fromEntries(sent),
    body,
  }).catch(() => undefined);
  await reply?.body.dump();
  return reply?.statusCode ?? 502;
}

/** State and reason of the lifecycle in the webhook. */
function lifecycleIn({ data }: ReceivedWebhook): object {
  const lifecycle = Object.values<unknown>(data).find(isLifecycle);
  return lifecycle ? { state: lifecycle.state, reason: lifecycle.reason } : {};
}

const isLifecycle = (part: unknown): part is { readonly state: string; readonly reason?: string } =>
  typeof part === 'object' && part !== null && 'state' in part;
