import type { Config } from '../../config/config.js';
import { addressesOf, type GatewayAccess } from './child-plans.js';
import { type DevState, writePrivate } from './dev-state.js';
import { addressTable } from './output.js';

export interface Published {
  readonly config: Config;
  readonly state: DevState;
  readonly gateway: GatewayAccess;
  readonly temporal: { readonly address: string; readonly uiUrl: string | undefined };
  /** Undefined for a process that is down at the moment. */
  readonly pids: Readonly<Record<string, number | undefined>>;
}

/** Writes addresses and keys for tools and tests. */
export function writeDevJson({ config, state, gateway, temporal, pids }: Published): void {
  const { api, sandbox, worker, webhook, webhooks } = addressesOf(config);
  writePrivate(state.devJson, {
    api: {
      url: api,
      key: state.keys.apiKey,
      approverKey: state.keys.approverKey,
      webhookUrl: webhook,
    },
    sandbox: { url: sandbox },
    gateway,
    temporal,
    worker: { url: worker },
    webhooks: { url: config.webhookUrl ?? webhooks, secret: state.keys.webhookSecret },
    pids,
  });
}

export function announce({ config, state, temporal }: Published): string {
  const { api, sandbox } = addressesOf(config);
  const table = addressTable([
    ['Merchant API', api],
    ['API reference', `${api}/docs`],
    ['Sandbox', sandbox],
    ['Bank simulator', `${sandbox}/simulator`],
    ['Temporal', temporal.address],
    ['Temporal Web UI', temporal.uiUrl ?? `of the server at ${temporal.address}`],
    ['API key', state.keys.apiKey],
    ['API key of an approver', state.keys.approverKey],
    ['Connection details and keys', state.devJson],
  ]);
  return `\nOware is ready. Press Ctrl-C to stop.\n${table}\n`;
}
