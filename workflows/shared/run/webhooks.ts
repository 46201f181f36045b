import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import { type Kobo, sum, ZERO } from '../../../src/domain/money.js';
import type { MerchantWebhook } from '../../../src/domain/lifecycle/webhook.js';
import { failureReason, isPermanent } from '../gateway/failures.js';
import { TELLS } from '../gateway/activity-options.js';
import type { CarriedWebhook } from '../messages.js';
import { isContinuing, type Pace } from './pace.js';

const { deliverWebhook } = proxyActivities<Activities>(TELLS);

/** What a story carries along of what its merchant has not heard. */
const UNDELIVERED_KEPT = 500;

/** One that the merchant's service refuses is given up soon: the others must not wait days for it. */
const TRIES_OF_A_REFUSED_ONE = 3;

type Waiting = CarriedWebhook['webhook'];

export interface Progress {
  /** How much of the plan was used up for it. */
  readonly tried: number;
  /** When it is tried next, in milliseconds since the epoch. */
  readonly notBefore: number;
}

interface Undelivered extends Progress {
  readonly webhook: Waiting;
}

const AT_ONCE: Progress = { tried: 0, notBefore: 0 };

export interface Situation {
  readonly pace: Pace;
  readonly planMs: readonly number[];
  /** The whole notice, with the story as it is when it is sent. */
  readonly complete: (webhook: Waiting) => MerchantWebhook;
  readonly onUndelivered: (webhook: Waiting, reason: string) => void;
  /** What those that are too many are told as: one for all of them. */
  readonly missedType: string;
}

export type Webhooks = ReturnType<typeof createWebhooks>;

/**
 * One sender a story, in order of sequence: the next webhook waits until the one before it has arrived, so a
 * merchant never hears the end before the beginning.
 */
export function createWebhooks(situation: Situation, carried: readonly CarriedWebhook[]) {
  const { pace, planMs, complete, onUndelivered, missedType } = situation;
  const queue: Undelivered[] = carried.map((each) => ({ ...AT_ONCE, ...each }));
  let sending: Promise<void> | undefined;

  async function sendAll(): Promise<void> {
    for (let first = queue[0]; first; first = queue[0]) {
      const { webhook, tried, notBefore } = first;
      if (notBefore > Date.now())
        await pace.pause(notBefore, `Tell the merchant again: ${first.webhook.type}`);
      const failure = await attempt(webhook).then(...OUTCOME);
      const planned = failure?.isPermanent && tried + 1 >= TRIES_OF_A_REFUSED_ONE ? undefined : planMs[tried];
      if (failure && planned !== undefined) {
        queue[0] = { webhook, tried: tried + 1, notBefore: Date.now() + planned };
        continue;
      }
      queue.shift();
      if (failure) onUndelivered(webhook, failure.reason);
    }
  }

  function attempt(webhook: Waiting): Promise<void> {
    const summary = { summary: `Tell the merchant: ${webhook.type}` };
    return pace.call(() => deliverWebhook.executeWithOptions(summary, [complete(webhook)]));
  }

  function start(): void {
    if (sending || queue.length === 0) return;
    const ended = () => (sending = undefined);
    sending = sendAll().then(ended, (error: unknown) => {
      ended();
      // what has not arrived is carried to the next run, which sends it
      if (!isContinuing(error)) throw error;
    });
  }

  start();
  return {
    post(webhook: Waiting, progress = AT_ONCE): void {
      queue.push({ webhook, ...progress });
      if (queue.length > UNDELIVERED_KEPT) bundleOldest(queue, missedType);
      start();
    },
    isIdle: () => queue.length === 0,
    /** What has not arrived yet, oldest first. */
    waiting: (): readonly CarriedWebhook[] =>
      queue.map(({ webhook, ...progress }) =>
        progress.tried === 0 ? { webhook } : { webhook, ...progress },
      ),
  };
}

/** Why it was not delivered, if it was not. */
const OUTCOME = [
  () => undefined,
  (error: unknown) => {
    if (isContinuing(error)) throw error;
    return { reason: failureReason(error), isPermanent: isPermanent(error) };
  },
] as const;

/**
 * More than can be carried: the oldest two become one that says how many were missed, over which time and how
 * much money they told of. The merchant reads the rest from the lists. The one at the head stays as it is: it may be
 * on its way, or have arrived without an answer, and what is counted with others would be told a second time.
 */
function bundleOldest(queue: Undelivered[], missedType: string): void {
  const [first, second] = queue.splice(1, 2);
  if (!first || !second) return;
  const [a, b] = [toMissed(first.webhook), toMissed(second.webhook)];
  const missed: Missed = {
    count: a.count + b.count,
    amountKobo: sum(a.amountKobo, b.amountKobo),
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
  queue.splice(1, 0, { ...first, webhook });
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
