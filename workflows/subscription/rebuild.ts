import { dayOf, startOfDay } from '../../src/domain/calendar.js';
import { ZERO } from '../../src/domain/money.js';
import { type Due, dueFrom, nextDue } from '../../src/domain/plan.js';
import { afterLoss } from '../../src/domain/pull/after-loss.js';
import { lostPeriod, newestAfterLoss, periodAfterLoss } from '../../src/domain/subscription/charges.js';
import {
  isFinal,
  type SubscriptionSnapshot,
  type SubscriptionTerms,
} from '../../src/domain/subscription/subscription.js';
import type { ToBeRecovered } from '../shared/run/input.js';
import { beginOrRecover, snapshotOf } from '../shared/run/rebuild.js';
import { timestamp } from '../shared/run/state.js';
import type { SubscriptionLifecycle } from './lifecycle.js';
import type { SubscriptionInput } from './messages.js';
import { newSnapshot } from './state.js';

/** Due dates of a lost run whose charges are read: nine reads each. Older ones are a review item. */
const MOST_DUES_READ = 60;

/** Restores the subscription: from its last run, or from a lost run and the gateway's records. */
export async function rebuild(
  lifecycle: SubscriptionLifecycle,
  input: ToBeRecovered<SubscriptionInput>,
): Promise<void> {
  const left = await beginOrRecover(lifecycle, input);
  if (!left) return;
  const { since } = left;
  // its plan begins with the lost run
  const fromStart = (terms: SubscriptionTerms) => newSnapshot(terms, new Date(since).toISOString());
  const snapshot = snapshotOf(left, fromStart);
  if (snapshot) await recoverLost(lifecycle, snapshot, since);
  else lifecycle.begin(foreign(input.from === 'event' ? input.reference : ''));
  lifecycle.subject().show(lifecycle.subject().snapshot().amountKobo);
}

/**
 * A lost run may have charged every period since its last known one, under any reference of it: each counts as sent at this
 * moment, and nothing of its period is charged until it is known what became of it.
 */
async function recoverLost(
  lifecycle: SubscriptionLifecycle,
  snapshot: SubscriptionSnapshot,
  since: number,
): Promise<void> {
  const { holidays } = await lifecycle.settings();
  const free = new Set(holidays);
  const now = lifecycle.pace.now();
  const { terms, state, periods } = snapshot;
  const dues: Due[] = [];
  // one that had ended when its run began was charged for no further period
  let due = isFinal(state) ? undefined : firstUnknown(snapshot, free);
  for (; due && due.at <= now; due = dueFrom(terms.plan, due.n + 1, free)) dues.push(due);
  const lost = { now, since };
  const opened = dues.slice(-MOST_DUES_READ).map((each) => lostPeriod(each, snapshot, now));
  const known = periods.map((period, index) =>
    index === periods.length - 1 && !isFinal(state)
      ? newestAfterLoss(period, lost)
      : periodAfterLoss(period, lost),
  );
  const others = snapshot.others?.map((charge) => afterLoss(charge, lost));
  // no await from here on: the next run must find all of it
  const subscription = lifecycle.begin({
    ...snapshot,
    periods: [...known, ...opened],
    ...(others && { others }),
    recovered: true,
  });
  if (isFinal(state)) return;
  subscription.setNext(due);
  subscription.doubtCommands();
  subscription.doubtPeriods(dues.slice(0, -MOST_DUES_READ));
  lifecycle.notify(subscription.numbered('recovered'));
}

/** The first due date without a period. Without any period the plan begins with the subscription. */
function firstUnknown(
  { terms, periods, epoch }: SubscriptionSnapshot,
  free: ReadonlySet<string>,
): Due | undefined {
  const last = periods.at(-1);
  if (last) return dueFrom(terms.plan, last.n + 1, free);
  return nextDue(terms.plan, startOfDay(dayOf(Date.parse(epoch))), free);
}

/** A subscription without an earlier run was not created here: it charges nothing, and reports what events bring. */
function foreign(reference: string): SubscriptionSnapshot {
  const reason = 'an event arrived for a subscription that was not created here';
  const terms: SubscriptionTerms = {
    reference,
    amountKobo: ZERO,
    currency: 'NGN',
    plan: { every: { unit: 'MONTH', count: 1 }, firstDay: '2000-01-01', lastDay: '2000-01-01' },
    customer: {},
  };
  return { ...newSnapshot(terms, timestamp()), state: 'CANCELLED', reason };
}
