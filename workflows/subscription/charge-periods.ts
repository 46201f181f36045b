import type { Settings } from '../../src/config/settings.js';
import { isTokenRefused } from '../../src/domain/charge/card.js';
import { earliest } from '../../src/domain/lifecycle/schedule.js';
import { type Due, dueOf } from '../../src/domain/plan.js';
import {
  type Attempt,
  hasOpenAttempt,
  nextNumber,
  type Period,
  retryAtAfter,
} from '../../src/domain/subscription/period.js';
import { endOfPeriod, isFinal } from '../../src/domain/subscription/subscription.js';
import { isUsedElsewhere } from '../../src/domain/used-elsewhere.js';
import type { SubscriptionLifecycle } from './lifecycle.js';
import { runAttempt } from './send.js';

const DAY_MS = 86_400_000;
/** Missed periods that the snapshot lists; the sums count all of them. */
const MISSED_LISTED = 12;

/**
 * Opens the periods of the plan, charges them one after the other, and plans retries. Everything it knows is in the
 * snapshot and in the operations, so that the next run continues where this one stopped.
 */
export async function chargePeriods(lifecycle: SubscriptionLifecycle): Promise<void> {
  const settings = await lifecycle.settings();
  const subscription = lifecycle.subject();
  const { snapshot } = subscription;
  for (;;) {
    reportFailures(lifecycle, settings);
    const sending = findSending(snapshot().periods);
    if (sending) {
      await runAttempt(lifecycle, sending.period, sending.attempt, settings);
      continue;
    }
    if (isFinal(snapshot().state)) {
      if (!snapshot().periods.some(hasOpenAttempt)) {
        closePeriods(lifecycle, settings);
        return;
      }
    } else {
      openDue(lifecycle, settings);
      closePeriods(lifecycle, settings);
      if (endPlan(lifecycle)) continue;
      const period = chargeable(lifecycle);
      if (period) {
        subscription.addAttempt(period);
        continue;
      }
    }
    await waitForChange(lifecycle, nextMoment(lifecycle, settings));
  }
}

function findSending(periods: readonly Period[]) {
  for (const period of periods) {
    const attempt = period.attempts.find(({ state }) => state === 'SENDING');
    if (attempt) return { period, attempt };
  }
  return undefined;
}

/** The period whose charge is to be sent now. Only the last one: what was missed is not charged later. */
function chargeable(lifecycle: SubscriptionLifecycle): Period | undefined {
  const subscription = lifecycle.subject();
  const period = subscription.snapshot().periods.at(-1);
  if (!period || !subscription.isActive() || period.state !== 'DUE' || hasOpenAttempt(period))
    return undefined;
  const { attempts, retryAt } = period;
  const isFirst = attempts.length === 0;
  const isRetry = retryAt !== undefined && Date.parse(retryAt) <= Date.now();
  return (isFirst || isRetry) && nextNumber(period) !== undefined ? period : undefined;
}

/** Opens the newest period that is due. Earlier ones that no run could charge are missed, and reported once. */
function openDue(lifecycle: SubscriptionLifecycle, { holidays }: Settings): void {
  const subscription = lifecycle.subject();
  const { terms, next, paused } = subscription.snapshot();
  if (!next || next.at > Date.now()) return;
  const free = new Set(holidays);
  const dues: Due[] = [];
  let due: Due | undefined = next;
  for (; due && due.at <= Date.now(); due = dueOf(terms.plan, due.n + 1, free)) dues.push(due);
  const current = paused ? undefined : dues.pop();
  const reason = paused ? 'the subscription was paused' : 'Oware could not charge it in its time';
  for (const missed of dues.slice(-MISSED_LISTED))
    subscription.addPeriod(missed, { state: 'MISSED', reason });
  subscription.countMissed(dues.length);
  if (current) subscription.addPeriod(current, { state: 'DUE', reason: 'due' });
  subscription.setNext(due);
  const [first, last] = [dues[0], dues.at(-1)];
  if (first && last) reportMissed(lifecycle, { count: dues.length, from: first.day, to: last.day, reason });
  // the gateway reports no reversal of a card charge: the last one is read once a period
  if (current && current.n > 0) lifecycle.checks.request('period');
}

interface Missed {
  readonly count: number;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

function reportMissed({ notify }: SubscriptionLifecycle, missed: Missed): void {
  const effect = `period-missed:${missed.from}:${missed.to}`;
  notify({ type: 'subscription.period-missed', effect, about: { missed } });
}

/** Ends a period that waits for a charge, and has none in flight. */
function closePeriod(lifecycle: SubscriptionLifecycle, { n, day, attempts }: Period, why: string): void {
  const subscription = lifecycle.subject();
  const wasTried = attempts.some(({ state }) => state === 'FAILED');
  const reason = `${wasTried ? 'no charge succeeded' : 'not charged'}: ${why}`;
  subscription.endPeriod(n, wasTried ? 'FAILED' : 'MISSED', reason);
  const isOver = isFinal(subscription.snapshot().state);
  if (!wasTried && !isOver) reportMissed(lifecycle, { count: 1, from: day, to: day, reason });
}

/** Ends periods whose time is over: only the newest one is charged, until the next would be due. */
function closePeriods(lifecycle: SubscriptionLifecycle, { holidays }: Settings): void {
  const { terms, periods, state } = lifecycle.subject().snapshot();
  const free = new Set(holidays);
  for (const period of periods) {
    if (period.state !== 'DUE' || hasOpenAttempt(period)) continue;
    const isNewest = period.n === periods.at(-1)?.n;
    if (isFinal(state)) closePeriod(lifecycle, period, `the subscription is ${state}`);
    else if (!isNewest) closePeriod(lifecycle, period, 'the next period is due');
    else if (Date.now() >= endOfPeriod(terms, period.n, free))
      closePeriod(lifecycle, period, 'its time is over');
  }
}

/** Ends the subscription after the last period of its plan. */
function endPlan(lifecycle: SubscriptionLifecycle): boolean {
  const subscription = lifecycle.subject();
  const { next, periods } = subscription.snapshot();
  if (next || periods.some((period) => period.state === 'DUE' || hasOpenAttempt(period))) return false;
  subscription.end('ENDED', 'the plan has no further period');
  lifecycle.notify(subscription.draft());
  return true;
}

/** Reports each failure once, and plans the retry: only after a proven failure, never while an outcome is unknown. */
function reportFailures(lifecycle: SubscriptionLifecycle, settings: Settings): void {
  const subscription = lifecycle.subject();
  for (const period of subscription.snapshot().periods) {
    const attempt = period.attempts.at(-1);
    if (!attempt || attempt.reported || period.state !== 'DUE') continue;
    if (attempt.state === 'FAILED') reportFailure(lifecycle, period, { attempt, settings });
    else if (attempt.state === 'NOT_SENT') afterUnsent(lifecycle, period, attempt);
  }
}

function reportFailure(
  lifecycle: SubscriptionLifecycle,
  period: Period,
  { attempt, settings }: { readonly attempt: Attempt; readonly settings: Settings },
): void {
  const subscription = lifecycle.subject();
  const { terms, state, cards = 0, periods } = subscription.snapshot();
  subscription.changeAttempt({ period, attempt }, { reported: true });
  const { reason } = attempt;
  const isNewest = periods.at(-1)?.n === period.n;
  const isOldCard = (attempt.card ?? 0) !== cards;
  const isHeld = isTokenRefused(reason) && !isOldCard;
  const now = Date.now();
  const failures = period.attempts.filter((each) => each.state === 'FAILED').length;
  const days = terms.retryAfterDays ?? settings.subscriptionRetryDays;
  const before = endOfPeriod(terms, period.n, new Set(settings.holidays));
  const planned = retryAtAfter(
    failures,
    days.map((each) => each * DAY_MS),
    { now, before },
  );
  const retryAt = isTokenRefused(reason) && isOldCard ? now : planned;
  const mayRetry = isNewest && !isFinal(state) && !isUsedElsewhere(reason);
  if (mayRetry && isHeld) subscription.changePeriod(period.n, { reason });
  else if (mayRetry && retryAt !== undefined && nextNumber(period) !== undefined) {
    subscription.changePeriod(period.n, { reason, retryAt: new Date(retryAt).toISOString() });
  } else subscription.endPeriod(period.n, 'FAILED', reason);
  lifecycle.notify(subscription.drafted('charge-failed', attempt.paymentReference, period.n));
  if (isHeld && !isFinal(state)) lifecycle.notify(subscription.hold(reason));
}

/** It was paused or cancelled before the send, or its time was over: another attempt may follow within the period. */
function afterUnsent(lifecycle: SubscriptionLifecycle, period: Period, attempt: Attempt): void {
  const subscription = lifecycle.subject();
  subscription.changeAttempt({ period, attempt }, { reported: true });
  const retryAt = new Date().toISOString();
  subscription.changePeriod(period.n, { reason: `not sent: ${attempt.reason}`, retryAt });
}

function nextMoment(lifecycle: SubscriptionLifecycle, { holidays }: Settings): number | undefined {
  const { terms, next, periods, state } = lifecycle.subject().snapshot();
  if (isFinal(state)) return undefined;
  const last = periods.at(-1);
  const isWaiting = last?.state === 'DUE' && !hasOpenAttempt(last);
  const retryAt = isWaiting && last.retryAt !== undefined ? Date.parse(last.retryAt) : undefined;
  return earliest(
    next?.at,
    retryAt !== undefined && state === 'ACTIVE' ? retryAt : undefined,
    isWaiting ? endOfPeriod(terms, last.n, new Set(holidays)) : undefined,
  );
}

/** Waits for a moment, or until a command or a record changes what is to be done. */
function waitForChange(lifecycle: SubscriptionLifecycle, until: number | undefined): Promise<void> {
  const { snapshot } = lifecycle.subject();
  const { periods, state, next } = snapshot();
  return lifecycle.pace.pause(until, 'Next charge', () => {
    const now = snapshot();
    return now.periods !== periods || now.state !== state || now.next !== next;
  });
}
