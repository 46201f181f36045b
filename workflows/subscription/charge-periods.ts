import type { Settings } from '../../src/config/settings.js';
import { earliest } from '../../src/domain/lifecycle/schedule.js';
import { type Due, dueFrom } from '../../src/domain/plan.js';
import { isOver } from '../../src/domain/pull/state.js';
import { chargesOf } from '../../src/domain/subscription/change-charge.js';
import {
  chargeable,
  chargedUntil,
  type ChargeRules,
  type Ending,
  endingsOf,
  nextCharge,
  wasTried,
  whyClosed,
} from '../../src/domain/subscription/charges.js';
import { hasOpenAttempt, type Period } from '../../src/domain/subscription/period.js';
import {
  isFinal,
  isPaused,
  type SubscriptionSnapshot,
  WAS_PAUSED,
} from '../../src/domain/subscription/subscription.js';
import { unknownCharge } from '../../src/domain/subscription/surroundings.js';
import { pull } from '../shared/pull/pull.js';
import { createFollower } from '../shared/run/follow.js';
import { addCharge, changeCharge, placeOf } from './charge-places.js';
import type { SubscriptionLifecycle } from './lifecycle.js';

/** Missed periods that the snapshot lists; the sums count all of them. */
const MISSED_LISTED = 12;

/** Follows every charge from its due time to its outcome. */
export function followCharges(lifecycle: SubscriptionLifecycle): Promise<void> {
  const { followAll } = createFollower(lifecycle, {
    openKeys: () =>
      chargesOf(lifecycle.subject().snapshot())
        .filter((charge) => !isOver(charge))
        .map(({ key }) => key),
    follow: (key) => pull(lifecycle, placeOf(lifecycle, key)),
  });
  return followAll();
}

/**
 * Opens the periods of the plan, adds their charges, and plans retries. Whether a charge is sent, its own loop asks.
 * Everything is in the snapshot, so that the next run continues where this one stopped.
 */
export async function chargePeriods(lifecycle: SubscriptionLifecycle): Promise<void> {
  const settings = await lifecycle.settings();
  const { snapshot } = lifecycle.subject();
  for (;;) {
    const rules: ChargeRules = { ...settings, now: lifecycle.pace.now() };
    for (const ending of endingsOf(snapshot(), rules)) conclude(lifecycle, ending);
    if (!isFinal(snapshot().state) && !isHeldUp(lifecycle)) openDue(lifecycle, settings);
    closePeriods(lifecycle, rules);
    if (isFinal(snapshot().state)) {
      if (!snapshot().periods.some(hasOpenAttempt)) return;
    } else {
      if (endPlan(lifecycle)) continue;
      const period = chargeable(snapshot(), rules.now);
      const charge = period && nextCharge(snapshot(), period, rules);
      if (period && charge) addCharge(lifecycle, period.n, charge, 'attempts');
    }
    await waitForChange(lifecycle, nextMoment(lifecycle, settings));
  }
}

/** Whether it is not known of a charge if the gateway has it: no period is opened until it is. */
const isHeldUp = (lifecycle: SubscriptionLifecycle) =>
  unknownCharge(lifecycle.subject().snapshot().periods) !== undefined;

/** Opens the newest period that is due. Earlier ones that no run could charge are missed, and reported once. */
function openDue(lifecycle: SubscriptionLifecycle, { holidays }: Settings): void {
  const subscription = lifecycle.subject();
  const now = lifecycle.pace.now();
  const { terms, next } = subscription.snapshot();
  const paused = isPaused(subscription.snapshot());
  if (!next || next.at > now) return;
  const free = new Set(holidays);
  const dues: Due[] = [];
  let due: Due | undefined = next;
  for (; due && due.at <= now; due = dueFrom(terms.plan, due.n + 1, free)) dues.push(due);
  const current = paused ? undefined : dues.pop();
  const reason = paused ? WAS_PAUSED : 'Oware could not charge it in its time';
  for (const missed of dues.slice(-MISSED_LISTED))
    subscription.addPeriod(missed, { state: 'MISSED', reason });
  subscription.countMissed(dues.length);
  if (current) subscription.addPeriod(current, { state: 'DUE', reason: 'due' });
  subscription.setNext(due);
  const [first, last] = [dues[0], dues.at(-1)];
  if (first && last) reportMissed(lifecycle, { count: dues.length, from: first.day, to: last.day, reason });
  // the gateway reports no reversal of a card charge: the last one is read once a period
  if (current) readLastPaid(lifecycle);
}

function readLastPaid(lifecycle: SubscriptionLifecycle): void {
  const { periods } = lifecycle.subject().snapshot();
  const last = periods.flatMap(({ attempts }) => attempts).findLast(({ state }) => state === 'PAID');
  if (last) changeCharge(lifecycle, last.key, { reads: { ...last.reads, isWanted: true, unanswered: 0 } });
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

/** Ends periods whose time is over: only the newest one is charged, until the next would be due. */
function closePeriods(lifecycle: SubscriptionLifecycle, rules: ChargeRules): void {
  const subscription = lifecycle.subject();
  for (const period of subscription.snapshot().periods) {
    const why = whyClosed(subscription.snapshot(), period, rules);
    if (why === undefined) continue;
    const { n, day } = period;
    const isTried = wasTried(period);
    const reason = `${isTried ? 'no charge succeeded' : 'not charged'}: ${why}`;
    subscription.endPeriod(n, isTried ? 'FAILED' : 'MISSED', reason);
    const isEnded = isFinal(subscription.snapshot().state);
    if (!isTried && !isEnded) reportMissed(lifecycle, { count: 1, from: day, to: day, reason });
  }
}

/** Whether the plan has no further period, and nothing of the others can change by itself. */
const isPlanOver = ({ next, periods }: SubscriptionSnapshot): boolean =>
  !next && !periods.some((period) => period.state === 'DUE' || hasOpenAttempt(period));

/** Ends the subscription after the last period of its plan. */
function endPlan(lifecycle: SubscriptionLifecycle): boolean {
  const subscription = lifecycle.subject();
  if (!isPlanOver(subscription.snapshot())) return false;
  subscription.end('ENDED', 'the plan has no further period');
  lifecycle.notify(subscription.draft());
  return true;
}

/** Reports the end of a charge once, and plans what follows: never another charge while an outcome is unknown. */
function conclude(lifecycle: SubscriptionLifecycle, ending: Ending): void {
  const subscription = lifecycle.subject();
  const { period, charge, end, retryAt, endsPeriod, holds } = ending;
  const { reason } = charge;
  subscription.setReported(charge.key);
  if (endsPeriod) subscription.endPeriod(period.n, 'FAILED', reason);
  else {
    subscription.changePeriod(period.n, {
      reason: end === 'failed' ? reason : `not sent: ${reason}`,
      ...(retryAt !== undefined && { retryAt: new Date(retryAt).toISOString() }),
    });
  }
  if (end === 'not-sent') return;
  lifecycle.notify(subscription.drafted('charge-failed', charge.paymentReference, period.n));
  if (holds) lifecycle.notify(subscription.hold(reason));
}

function nextMoment(lifecycle: SubscriptionLifecycle, { holidays }: Settings): number | undefined {
  const { terms, next, periods, state } = lifecycle.subject().snapshot();
  if (isFinal(state)) return undefined;
  const last = periods.at(-1);
  const isWaiting = last?.state === 'DUE' && !hasOpenAttempt(last);
  const retryAt = isWaiting && last.retryAt !== undefined ? Date.parse(last.retryAt) : undefined;
  return earliest(
    isHeldUp(lifecycle) ? undefined : next?.at,
    retryAt !== undefined && state === 'ACTIVE' ? retryAt : undefined,
    isWaiting ? chargedUntil({ terms }, last, holidays) : undefined,
  );
}

/** Waits for a moment, or until a command or a record changes what is to be done. */
function waitForChange(lifecycle: SubscriptionLifecycle, until: number | undefined): Promise<void> {
  const { snapshot } = lifecycle.subject();
  const worth = () => `${isHeldUp(lifecycle)};${isPlanOver(snapshot())};${changesWorth(snapshot().periods)}`;
  const { state, next } = snapshot();
  const before = worth();
  return lifecycle.pace.pause(until, 'Next charge', () => {
    const now = snapshot();
    return worth() !== before || now.state !== state || now.next !== next;
  });
}

/** What the loop looks at, of the periods that are open. */
function changesWorth(periods: readonly Period[]): string {
  return periods
    .map((period) =>
      period.state === 'DUE' || period === periods.at(-1)
        ? [
            period.n,
            period.state,
            period.retryAt,
            period.dropped,
            hasOpenAttempt(period),
            ...period.attempts.map(({ state, reads, reported }) => `${state}${reads.isWanted}${reported}`),
          ].join()
        : '',
    )
    .join(';');
}
