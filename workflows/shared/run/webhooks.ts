import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import type { MerchantWebhook } from '../../../src/domain/lifecycle/webhook.js';
import {
  afterFailure,
  afterSuccess,
  AT_ONCE,
  bundleOldest,
  nextWebhook,
  type Undelivered,
  wasTried,
} from '../../../src/domain/lifecycle/webhook-queue.js';
import { ENDPOINT_DISABLED, WEBHOOK_REFUSED } from '../../../src/domain/webhook-endpoint.js';
import { failureReason, hasType } from '../gateway/failures.js';
import { WEBHOOK_DELIVERY } from '../gateway/activity-options.js';
import type { CarriedWebhook } from '../messages.js';
import { isContinuing, type Pace } from './pace.js';

const { deliverWebhook } = proxyActivities<Activities>(WEBHOOK_DELIVERY);

/** Undelivered webhooks that a lifecycle carries at most. */
const UNDELIVERED_KEPT = 500;

type Waiting = CarriedWebhook['webhook'];

export interface WebhookDeps {
  readonly pace: Pace;
  readonly planMs: readonly number[];
  /** The whole webhook, with the snapshot at the time of sending. */
  readonly complete: (webhook: Waiting) => MerchantWebhook;
  readonly onDelivered?: (webhook: Waiting) => void;
  /** Something in the queue waits after a failed attempt, or nothing does any longer. */
  readonly onWaiting?: (isWaiting: boolean) => void;
  readonly onUndelivered: (webhook: Waiting, failure: DeliveryFailure) => void;
  /** Type of the one webhook that replaces those over the limit. */
  readonly missedType: string;
}

export interface DeliveryFailure {
  readonly reason: string;
  /** The endpoint is switched off, for all lifecycles. */
  readonly isDisabled: boolean;
  /** The merchant's service answered, and refused this webhook. */
  readonly isRefused: boolean;
}

export type Webhooks = ReturnType<typeof createWebhooks>;

/** One sender per lifecycle, one webhook at a time. */
export function createWebhooks(deps: WebhookDeps, carried: readonly CarriedWebhook[]) {
  const { pace, planMs, complete, onDelivered, onWaiting, onUndelivered, missedType } = deps;
  let queue: readonly Undelivered[] = carried.map((each) => ({ ...AT_ONCE, ...each }));
  let sending: Promise<void> | undefined;
  let inFlight: Undelivered | undefined;
  let isWaiting = queue.some(wasTried);

  async function sendAll(): Promise<void> {
    for (let next = nextWebhook(queue, Date.now()); next; next = nextWebhook(queue, Date.now())) {
      const { webhook, notBefore } = next;
      if (notBefore > Date.now()) {
        await pace.pause(notBefore, `Retry webhook ${webhook.type}`, () => !queue.every(wasTried));
        // a new one may have arrived meanwhile
        continue;
      }
      inFlight = next;
      const failure = await attempt(webhook).then(...OUTCOME);
      inFlight = undefined;
      const later =
        failure && !failure.isDisabled
          ? afterFailure(next, { at: Date.now(), isRefused: failure.isRefused, planMs })
          : undefined;
      const left = queue.flatMap((each) => (each === next ? (later ?? []) : each));
      queue = failure ? left : afterSuccess(left, Date.now());
      showWaiting();
      if (later) continue;
      if (failure) onUndelivered(webhook, failure);
      else onDelivered?.(webhook);
    }
  }

  /** Shown on a change only: each costs a history event. */
  function showWaiting(): void {
    if (isWaiting === queue.some(wasTried)) return;
    isWaiting = !isWaiting;
    onWaiting?.(isWaiting);
  }

  function attempt(webhook: Waiting): Promise<void> {
    const summary = { summary: `Deliver webhook ${webhook.type}` };
    return pace.call(() => deliverWebhook.executeWithOptions(summary, [complete(webhook)]));
  }

  function start(): void {
    if (sending || queue.length === 0) return;
    const ended = () => (sending = undefined);
    const onSent = () => {
      ended();
      // a webhook that was posted after the last look at the queue found a sender that was about to stop
      start();
    };
    sending = sendAll().then(onSent, (error: unknown) => {
      ended();
      // the next run sends what is not delivered yet
      if (!isContinuing(error)) throw error;
    });
  }

  start();
  return {
    post(webhook: Waiting): void {
      queue = [...queue, { webhook, ...AT_ONCE }];
      if (queue.length > UNDELIVERED_KEPT) queue = bundleOldest(queue, missedType, inFlight);
      start();
    },
    isIdle: () => queue.length === 0,
    /** Undelivered webhooks, oldest first. */
    waiting: (): readonly CarriedWebhook[] =>
      queue.map(({ webhook, ...progress }) =>
        progress.tried === 0 ? { webhook } : { webhook, ...progress },
      ),
  };
}

/** Why the webhook was not delivered, if it was not. */
const OUTCOME = [
  () => undefined,
  (error: unknown): DeliveryFailure => {
    if (isContinuing(error)) throw error;
    return {
      reason: failureReason(error),
      isDisabled: hasType(error, ENDPOINT_DISABLED),
      isRefused: hasType(error, WEBHOOK_REFUSED),
    };
  },
] as const;
