import type { Client } from '@temporalio/client';
import type { LifecycleEvent } from '../src/domain/lifecycle/event.js';
import type { MerchantWebhook } from '../src/domain/lifecycle/webhook.js';
import type { Settings } from '../src/domain/settings.js';
import { findOwner, type LifecycleAddress } from './find-owner.js';
import { type Recall, recall } from './load-closed-run.js';
import { type WebhookAddress, deliverWebhook } from './deliver-webhook.js';

/** Deeds that touch no gateway. */
export interface OwnActivities {
  settings(): Promise<Settings>;
  deliverWebhook(webhook: MerchantWebhook): Promise<void>;
  /** What a finished run left behind, also when it ended without a result. */
  recall(workflowId: string, runId: string): Promise<Recall>;
  /** The story that a transaction of the gateway belongs to, if one has said so. */
  findOwner(gatewayReference: string): Promise<LifecycleAddress | null>;
  /** Brings news to another story, whether it runs or not. */
  forwardEvent(to: LifecycleAddress, event: LifecycleEvent): Promise<void>;
}

export interface OwnActivitiesDeps {
  readonly client: Client;
  readonly settings: Omit<Settings, 'deliversWebhooks'>;
  /** Read here and never from a request: whoever could choose it could read everybody's payments. */
  readonly webhookAddress: WebhookAddress | undefined;
  readonly deliverEvent: (to: LifecycleAddress, event: LifecycleEvent) => Promise<unknown>;
}

export function createOwnActivities({
  client,
  settings,
  webhookAddress,
  deliverEvent,
}: OwnActivitiesDeps): OwnActivities {
  return {
    settings: () => Promise.resolve({ ...settings, deliversWebhooks: webhookAddress !== undefined }),
    deliverWebhook: async (webhook) => {
      if (webhookAddress) await deliverWebhook(webhookAddress, webhook);
    },
    recall: (workflowId, runId) => recall(client, workflowId, runId),
    findOwner: (gatewayReference) => findOwner(client, gatewayReference),
    forwardEvent: async (to, event) => {
      await deliverEvent(to, event);
    },
  };
}
