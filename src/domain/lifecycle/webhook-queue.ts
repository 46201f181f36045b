import { type Kobo, totalOf, ZERO } from '../money.js';
import type { PostedWebhook } from './webhook.js';

export interface Progress {
  /** Entries of the retry schedule already used. */
  readonly tried: number;
  /** When the next attempt is due, in milliseconds since the epoch. */
  readonly notBefore: number;
  /** When the schedule's own attempt is due, while an early one is due before it. */
  readonly scheduledFor?: number;
  /** The merchant's service works, and does not take this one: the success of another does not bring it forward. */
  readonly isRefused?: true;
}

export interface Undelivered extends Progress {
  readonly webhook: PostedWebhook;
}

export const AT_ONCE: Progress = { tried: 0, notBefore: 0 };

export const wasTried = ({ tried }: Progress) => tried > 0;

/**
 * The webhook to send next, or to wait for: the oldest that was not tried yet, otherwise the oldest that is due. So one
 * that fails, after its immediate retries, holds up no other, such as `paid`: it keeps its own schedule, and the
 * sequence shows the order.
 */
export function nextWebhook(queue: readonly Undelivered[], now: number): Undelivered | undefined {
  return (
    queue.find((each) => !wasTried(each)) ??
    queue.find(({ notBefore }) => notBefore <= now) ??
    queue.toSorted((one, other) => one.notBefore - other.notBefore)[0]
  );
}

export interface FailedAttempt {
  readonly at: number;
  readonly isRefused: boolean;
  readonly planMs: readonly number[];
}

/**
 * The webhook with its next attempt, or nothing when its schedule is used up. A refusal is retried like no answer: a bad
 * deployment or a firewall answers 401, 403 and 404 too.
 */
export function afterFailure(each: Undelivered, attempt: FailedAttempt): Undelivered | undefined {
  const planned = nextPlanned(each, attempt);
  if (!planned) return undefined;
  const later = { webhook: each.webhook, ...planned };
  return each.isRefused || attempt.isRefused ? { ...later, isRefused: true } : later;
}

/** An early attempt uses no entry of the schedule: the success of another must not end the retries sooner. */
function nextPlanned(
  { tried, scheduledFor }: Undelivered,
  { at, planMs }: FailedAttempt,
): Progress | undefined {
  if (scheduledFor !== undefined) return { tried, notBefore: scheduledFor };
  const delayMs = planMs[tried];
  return delayMs === undefined ? undefined : { tried: tried + 1, notBefore: at + delayMs };
}

/**
 * A success shows that the merchant's service is not away: what failed until then is due now, in order. Only once,
 * because a service that takes others and fails on this one would be asked again after each of them.
 */
export function afterSuccess(queue: readonly Undelivered[], now: number): readonly Undelivered[] {
  return queue.map((each) =>
    wasTried(each) && !each.isRefused && each.notBefore > now
      ? { ...each, notBefore: now, scheduledFor: each.notBefore, isRefused: true }
      : each,
  );
}

/**
 * Over the limit: merges the two oldest into one webhook with their count, time range and total amount. The
 * merchant reads the rest from the lists. Also what was tried: one whose reply was lost is counted although it arrived,
 * which is better than a run too large to continue. The newer one's schedule holds, so that none is given up early.
 */
export function bundleOldest(
  queue: readonly Undelivered[],
  missedType: string,
  inFlight: Undelivered | undefined,
): readonly Undelivered[] {
  const [first, second] = queue.filter((each) => each !== inFlight);
  if (!first || !second) return queue;
  const [a, b] = [toMissed(first.webhook), toMissed(second.webhook)];
  const missed: Missed = {
    count: a.count + b.count,
    amountKobo: totalOf(a.amountKobo, b.amountKobo),
    from: a.from,
    to: b.to,
  };
  // its place is that of the oldest, also where a run that was lost had posted that
  const { sequence, at, epoch } = first.webhook;
  const webhook = {
    type: missedType,
    effect: `missed:${sequence}:${missed.count}`,
    sequence,
    at,
    ...(epoch !== undefined && { epoch }),
    about: { missed },
  };
  const bundle = { ...second, webhook };
  return queue.flatMap((each) => (each === first ? bundle : each === second ? [] : each));
}

interface Missed {
  readonly count: number;
  readonly amountKobo: Kobo;
  readonly from: string;
  readonly to: string;
}

function toMissed({ about, at }: PostedWebhook): Missed {
  const missed = about?.missed as Missed | undefined;
  if (missed) return missed;
  const credit = about?.credit as { readonly amountKobo?: Kobo } | undefined;
  return { count: 1, amountKobo: credit?.amountKobo ?? ZERO, from: at, to: at };
}
