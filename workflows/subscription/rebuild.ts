import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { dayOf, startOfDay } from '../../src/domain/calendar.js';
import { judgeCharge } from '../../src/domain/charge/charge.js';
import type { TransactionRecord } from '../../src/domain/collection/record.js';
import { type Kobo, ZERO } from '../../src/domain/money.js';
import { type Due, dueOf, nextDue } from '../../src/domain/plan.js';
import {
  attemptReference,
  MOST_ATTEMPTS,
  nextNumber,
  type Period,
} from '../../src/domain/subscription/period.js';
import {
  isFinal,
  type SubscriptionSnapshot,
  type SubscriptionTerms,
} from '../../src/domain/subscription/subscription.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import type { ToBeRecovered } from '../shared/run/input.js';
import { beginOrRecover, readUntilAnswered } from '../shared/run/rebuild.js';
import { timestamp } from '../shared/run/state.js';
import type { SubscriptionLifecycle } from './lifecycle.js';
import type { SubscriptionInput } from './messages.js';
import { newSnapshot } from './state.js';

const { queryTransaction } = proxyActivities<Activities>(GATEWAY_READ);

/** Due dates of a lost run whose charges are read: nine reads each. Older ones are a review item. */
const MOST_DUES_READ = 60;

/** Restores the subscription: from its last run, or from a lost run and the gateway's records. */
export async function rebuild(
  lifecycle: SubscriptionLifecycle,
  input: ToBeRecovered<SubscriptionInput>,
): Promise<void> {
  const left = await beginOrRecover(lifecycle, input);
  if (!left) return;
  const { terms, since } = left;
  const snapshot = left.snapshot ?? (terms && newSnapshot(terms, new Date(since).toISOString()));
  if (snapshot) await recoverLost(lifecycle, snapshot, since);
  else lifecycle.begin(foreign(input.from === 'event' ? input.reference : ''));
  lifecycle.subject().show(lifecycle.subject().snapshot().amountKobo);
}

/**
 * A lost run may have charged every period since its last known one: all of them are read before anything is sent. What
 * is found counts by the same rules as in a run that was not lost.
 */
async function recoverLost(
  lifecycle: SubscriptionLifecycle,
  snapshot: SubscriptionSnapshot,
  since: number,
): Promise<void> {
  const settings = await lifecycle.settings();
  const free = new Set(settings.holidays);
  const { terms, amountKobo } = snapshot;
  const dues: Due[] = [];
  let due = firstUnknown(snapshot, free);
  for (; due && due.at <= Date.now(); due = dueOf(terms.plan, due.n + 1, free)) dues.push(due);
  const unread = dues.slice(0, -MOST_DUES_READ);
  const opened = dues.slice(-MOST_DUES_READ).map((each) => lostPeriod(each, amountKobo, since));
  const last = snapshot.periods.slice(-1).map((period) => ({ ...period, lostSince: since }));
  const found: Found[] = [];
  for (const period of [...last, ...opened]) found.push(...(await readPeriod(lifecycle, terms, period)));
  // no await from here on: the next run must find all of it
  const subscription = lifecycle.begin({
    ...snapshot,
    periods: [...snapshot.periods.slice(0, -1), ...last, ...opened],
    recovered: true,
  });
  subscription.setNext(due);
  if (!isFinal(snapshot.state)) subscription.doubtCommands();
  subscription.doubtPeriods(unread);
  lifecycle.notify({ type: 'subscription.recovered', effect: `recovered:${timestamp()}` });
  for (const { period, record, ...attempt } of found) {
    if (!record) {
      subscription.setUnread(period, attempt);
      continue;
    }
    const { transactionReference } = record;
    const reading = judgeCharge({ ...terms, amountKobo: period.amountKobo }, record);
    subscription.setFound(period, { ...attempt, transactionReference });
    subscription.applyReading(transactionReference, reading, settings).forEach(lifecycle.notify);
  }
  for (const { n } of opened.slice(0, -1)) {
    if (!found.some(({ period }) => period.n === n))
      subscription.endPeriod(n, 'MISSED', 'the gateway has no charge of it');
  }
}

/** The first due date without a period. Without any period the plan begins with the subscription. */
function firstUnknown(
  { terms, periods, epoch }: SubscriptionSnapshot,
  free: ReadonlySet<string>,
): Due | undefined {
  const last = periods.at(-1);
  if (last) return dueOf(terms.plan, last.n + 1, free);
  return nextDue(terms.plan, startOfDay(dayOf(Date.parse(epoch))), free);
}

function lostPeriod({ n, day, at }: Due, amountKobo: Kobo, lostSince: number): Period {
  const dueAt = new Date(at).toISOString();
  return { n, day, dueAt, amountKobo, state: 'DUE', reason: 'due', attempts: [], lostSince };
}

/** A charge of a lost run; without a record where the gateway did not say whether it has one. */
interface Found {
  readonly period: Period;
  readonly n: number;
  readonly paymentReference: string;
  readonly record?: TransactionRecord;
}

/**
 * The charges of a period that Oware does not know, and the gateway has or may have. Every reference that the lost run
 * may have used is read: a declined charge may have left no record, and a later one money.
 */
async function readPeriod(
  lifecycle: SubscriptionLifecycle,
  terms: SubscriptionTerms,
  period: Period,
): Promise<Found[]> {
  const first = nextNumber(period) ?? MOST_ATTEMPTS + 1;
  const numbers = Array.from({ length: MOST_ATTEMPTS + 1 - first }, (_, index) => first + index);
  const found = await Promise.all(
    numbers.map(async (n): Promise<Found[]> => {
      const paymentReference = attemptReference(terms.reference, period.day, n);
      const record = await readUntilAnswered(lifecycle, () => recordOf(paymentReference));
      // no answer is no proof
      return record === null ? [] : [{ period, n, paymentReference, ...(record && { record }) }];
    }),
  );
  return found.flat();
}

/** Null when the gateway has none. */
async function recordOf(paymentReference: string): Promise<TransactionRecord | null | undefined> {
  const summary = { summary: `Read ${paymentReference}` };
  const answer = await queryTransaction.executeWithOptions(summary, [{ paymentReference }]);
  if (answer.kind !== 'ok') return null;
  return answer.body.paymentReference === paymentReference ? answer.body : undefined;
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
