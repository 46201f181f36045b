import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import { type Kobo, totalOf, ZERO } from '../../../src/domain/money.js';
import type { MerchantWebhook } from '../../../src/domain/lifecycle/webhook.js';
import { ENDPOINT_DISABLED, WEBHOOK_REFUSED } from '../../../src/domain/webhook-endpoint.js';
import { failureReason, hasType } from '../gateway/failures.js';
import { WEBHOOK_DELIVERY } from '../gateway/activity-options.js';
import type { CarriedWebhook } from '../messages.js';
import { isContinuing, type Pace } from './pace.js';

const { deliverWebhook } = proxyActivities<Activities>(WEBHOOK_DELIVERY);

/** Undelivered webhooks that a lifecycle carries at most. */
const UNDELIVERED_KEPT = 500;

type Waiting = CarriedWebhook['webhook'];

export interface Progress {
  /** Entries of the retry schedule already used. */
  readonly tried: number;
  /** When the next attempt is due, in milliseconds since the epoch. */
  readonly notBefore: number;
  /** The merchant's service answered and refused it: others need not wait for it. */
  readonly isRefused?: true;
}

interface Undelivered extends Progress {
  readonly webhook: Waiting;
}

const AT_ONCE: Progress = { tried: 0, notBefore: 0 };

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

/**
 * One sender per lifecycle, in sequence order: each webhook waits until the one before it is delivered, so a merchant
 * does not receive the end before the beginning. Only one that the merchant's service refuses does not hold up the
 * others, such as `paid`: it keeps its own schedule, and the sequence shows the order.
 */
export function createWebhooks(deps: WebhookDeps, carried: readonly CarriedWebhook[]) {
  const { pace, planMs, complete, onDelivered, onWaiting, onUndelivered, missedType } = deps;
  const queue: Undelivered[] = carried.map((each) => ({ ...AT_ONCE, ...each }));
  let sending: Promise<void> | undefined;
  let inFlight: Undelivered | undefined;

  async function sendAll(): Promise<void> {
    for (let next = nextOf(queue); next; next = nextOf(queue)) {
      const { webhook, tried, notBefore, isRefused } = next;
      if (notBefore > Date.now()) {
        const { length } = queue;
        const isOvertaken = isRefused ? () => queue.length > length : undefined;
        await pace.pause(notBefore, `Retry webhook ${webhook.type}`, isOvertaken);
        if (isRefused) continue;
      }
      inFlight = next;
      const failure = await attempt(webhook).then(...OUTCOME);
      inFlight = undefined;
      // a refusal is retried like no answer: a bad deployment or a firewall answers 401, 403 and 404 too
      const planned = failure?.isDisabled ? undefined : planMs[tried];
      if (failure && planned !== undefined) {
        const later = { webhook, tried: tried + 1, notBefore: Date.now() + planned };
        queue.splice(queue.indexOf(next), 1, { ...later, ...(failure.isRefused && { isRefused: true }) });
        if (tried === 0) onWaiting?.(true);
        continue;
      }
      queue.splice(queue.indexOf(next), 1);
      if (tried > 0) onWaiting?.(queue.some((each) => each.tried > 0));
      if (failure) onUndelivered(webhook, failure);
      else onDelivered?.(webhook);
    }
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
    post(webhook: Waiting, progress = AT_ONCE): void {
      queue.push({ webhook, ...progress });
      if (queue.length > UNDELIVERED_KEPT) bundleOldest(queue, missedType, inFlight);
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

/** The first that is not refused; where all are, the one that is due first. */
function nextOf(queue: readonly Undelivered[]): Undelivered | undefined {
  const now = Date.now();
  const ready = queue.find(({ isRefused, notBefore }) => !isRefused || notBefore <= now);
  return ready ?? queue.toSorted((one, other) => one.notBefore - other.notBefore)[0];
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

/**
 * Over the limit: merges the two oldest into one webhook with their count, time range and total amount. The
 * merchant reads the rest from the lists. What was tried stays as it is: it may be in flight, or delivered without a
 * reply, and would be counted twice.
 */
function bundleOldest(queue: Undelivered[], missedType: string, inFlight: Undelivered | undefined): void {
  const [first, second] = queue.filter((each) => each !== inFlight && each.tried === 0);
  if (!first || !second) return;
  const [a, b] = [toMissed(first.webhook), toMissed(second.webhook)];
  const missed: Missed = {
    count: a.count + b.count,
    amountKobo: totalOf(a.amountKobo, b.amountKobo),
    from: a.from,
    to: b.to,
  };
  const { sequence, at } = first.webhook;
  const webhook = {
    type: missedType,
    effect: `missed:${sequence}:${missed.count}`,
    sequence,
    at,
    about: { missed },
  };
  queue.splice(queue.indexOf(second), 1);
  queue.splice(queue.indexOf(first), 1, { ...first, webhook });
}

interface Missed {
  readonly count: number;
  readonly amountKobo: Kobo;
  readonly from: string;
  readonly to: string;
}

function toMissed({ about, at }: Waiting): Missed {
  const missed = about?.missed as Missed | undefined;
  if (missed) return missed;
  const credit = about?.credit as { readonly amountKobo?: Kobo } | undefined;
  return { count: 1, amountKobo: credit?.amountKobo ?? ZERO, from: at, to: at };
}
