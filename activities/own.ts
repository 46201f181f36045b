import type { Client } from '@temporalio/client';
import type { LifecycleEvent } from '../src/domain/lifecycle/event.js';
import type { MerchantWebhook } from '../src/domain/lifecycle/webhook.js';
import type { Settings } from '../src/config/settings.js';
import { findOwner, type LifecycleAddress } from './find-owner.js';
import { type ClosedRun, loadClosedRun } from './load-closed-run.js';
import { deliverWebhook, type ToView, type WebhookAddress } from './deliver-webhook.js';

/** Activities that do not call the gateway. */
export interface OwnActivities {
  settings(): Promise<Settings>;
  deliverWebhook(webhook: MerchantWebhook): Promise<void>;
  /** Loads a closed run, also one that ended without a result. */
  loadClosedRun(workflowId: string, runId: string): Promise<ClosedRun>;
  /** The lifecycle that a transaction of the gateway belongs to: one that has claimed it, or the named one. */
  findOwner(gatewayReference: string, named?: LifecycleAddress): Promise<LifecycleAddress | null>;
  /** Delivers an event to another lifecycle, whether it runs or not. */
  forwardEvent(to: LifecycleAddress, event: LifecycleEvent): Promise<void>;
}

export interface OwnActivitiesDeps {
  readonly client: Client;
  readonly settings: Omit<Settings, 'deliversWebhooks'>;
  /** From the settings, never from a request: a caller that could choose it could read all payments. */
  readonly webhookAddress: WebhookAddress | undefined;
  readonly toView: ToView;
  readonly deliverEvent: (to: LifecycleAddress, event: LifecycleEvent) => Promise<unknown>;
}

export function createOwnActivities({
  client,
  settings,
  webhookAddress,
  toView,
  deliverEvent,
}: OwnActivitiesDeps): OwnActivities {
  return {
    settings: () => Promise.resolve({ ...settings, deliversWebhooks: webhookAddress !== undefined }),
    deliverWebhook: async (webhook) => {
      if (webhookAddress) await deliverWebhook(webhookAddress, webhook, toView);
    },
    loadClosedRun: (workflowId, runId) => loadClosedRun(client, workflowId, runId),
    findOwner: (gatewayReference, named) => findOwner(client, gatewayReference, named),
    forwardEvent: async (to, event) => {
      await deliverEvent(to, event);
    },
  };
}
