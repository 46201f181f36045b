import { existsSync, readFileSync } from 'node:fs';

export interface Settings {
  readonly port: number;
  /** Where customers reach the shop. */
  readonly url: string;
  readonly ordersFile: string;
  readonly temporalAddress: string;
  /** `OWARE_TASK_QUEUE` of Oware's workers. */
  readonly taskQueue: string;
  /** Two while one replaces the other. */
  readonly webhookSecrets: readonly string[];
}

/** `npm start` of Oware writes its addresses and secrets there. */
const DEV_JSON = '.oware/dev.json';

interface DevJson {
  readonly temporal: { readonly address: string };
  readonly webhooks: { readonly secret: string };
}

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const dev = existsSync(DEV_JSON) ? (JSON.parse(readFileSync(DEV_JSON, 'utf8')) as DevJson) : undefined;
  const temporalAddress = env.TEMPORAL_ADDRESS || dev?.temporal.address;
  const webhookSecrets = env.OWARE_WEBHOOK_SECRET || dev?.webhooks.secret;
  if (!temporalAddress || !webhookSecrets) {
    throw new Error(`Start Oware first, or set TEMPORAL_ADDRESS and OWARE_WEBHOOK_SECRET: no ${DEV_JSON}.`);
  }
  const port = Number(env.SHOP_PORT ?? 4000);
  return {
    port,
    url: env.SHOP_URL ?? `http://127.0.0.1:${port}`,
    ordersFile: env.SHOP_ORDERS ?? 'orders.json',
    temporalAddress,
    taskQueue: env.OWARE_TASK_QUEUE ?? 'oware',
    webhookSecrets: webhookSecrets.split(' '),
  };
}
