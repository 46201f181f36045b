import { completeWebhook, type MerchantWebhook } from '../../../src/domain/lifecycle/webhook.js';
import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import type { Settings } from '../../../src/config/settings.js';
import type { CarriedWebhook } from '../messages.js';
import type { Pace } from './pace.js';
import { type LifecycleState, timestamp } from './state.js';
import { createWebhooks, type DeliveryFailure, type Webhooks } from './webhooks.js';

/** A webhook as a lifecycle asks for it; the outbox adds what all webhooks have. */
export interface WebhookDraft {
  readonly type: string;
  /** Identifies the effect, so that a repeat is recognised; the current state unless given. */
  readonly effect?: string;
  readonly about?: MerchantWebhook['about'];
}

export interface OutboxDeps<Snapshot extends LifecycleSnapshot> {
  readonly pace: Pace;
  /** Prefix of the webhook types. */
  readonly prefix: string;
  readonly subject: () => LifecycleState<Snapshot>;
}

/**
 * The webhooks of a lifecycle. Until the settings are known, it is not known whether the merchant receives any: webhooks
 * wait, or are carried to the next run.
 */
export function createOutbox<Snapshot extends LifecycleSnapshot>(
  { pace, prefix, subject }: OutboxDeps<Snapshot>,
  carried: readonly CarriedWebhook[] = [],
) {
  let early: readonly CarriedWebhook[] = carried;
  let isOpen = false;
  let webhooks: Webhooks | undefined;

  const complete = (webhook: CarriedWebhook['webhook']) => completeWebhook(webhook, subject().inWebhooks());

  function onUndelivered(
    { type, sequence }: CarriedWebhook['webhook'],
    { reason, isDisabled }: DeliveryFailure,
  ): void {
    // one review item of the endpoint stands for all of them
    if (isDisabled) return;
    subject().raise({
      kind: 'webhook-undelivered',
      subject: String(sequence),
      reason: `${type} could not be delivered: ${reason}`,
      atRiskKobo: subject().worth(),
    });
  }

  const onDelivered = ({ type, sequence }: CarriedWebhook['webhook']) =>
    subject().note({
      webhook: `The merchant has received webhook ${sequence}, \`${type}\`, at ${timestamp()}`,
    });

  const onWaiting = (isWaiting: boolean) => subject().showWebhooksWaiting(isWaiting);

  return {
    /** Starts to deliver, or drops everything when the merchant receives no webhooks. */
    open({ deliversWebhooks, webhookRetryScheduleMs: planMs }: Settings): void {
      const deps = {
        pace,
        planMs,
        missedType: `${prefix}.missed`,
        complete,
        onDelivered,
        onWaiting,
        onUndelivered,
      };
      if (deliversWebhooks) webhooks = createWebhooks(deps, early);
      isOpen = true;
      early = [];
    },
    /** Sends a webhook with the lifecycle as it is at the time of sending. */
    notify: ({ type, effect = subject().snapshot().state, about }: WebhookDraft): void => {
      const sequence = subject().nextSequence();
      const webhook = { type, effect, sequence, at: timestamp(), ...(about && { about }) };
      if (isOpen && !webhooks) return;
      subject().showWebhook(webhook.at);
      if (webhooks) webhooks.post(webhook);
      else early = [...early, { webhook }];
    },
    /** Sends what a lost run may not have delivered. Each has the id that it had, so that merchants recognise a repeat. */
    resume(lost: readonly CarriedWebhook[]): void {
      if (webhooks) lost.forEach(({ webhook }) => webhooks?.post(webhook));
      else if (!isOpen) early = [...lost, ...early];
    },
    isIdle: () => early.length === 0 && (webhooks?.isIdle() ?? true),
    carry: (): readonly CarriedWebhook[] => webhooks?.waiting() ?? early,
  };
}
