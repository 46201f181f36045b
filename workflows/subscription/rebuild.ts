import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { dayOf, startOfDay } from '../../src/domain/calendar.js';
import { judgeCharge } from '../../src/domain/charge/charge.js';
import type { TransactionRecord } from '../../src/domain/collection/record.js';
import { isKnown } from '../../src/domain/collection/verdict.js';
import { ZERO } from '../../src/domain/money.js';
import { type Due, dueOf, nextDue } from '../../src/domain/plan.js';
import {
  type Attempt,
  attemptReference,
  MOST_ATTEMPTS,
  type Period,
  stateOf,
} from '../../src/domain/subscription/period.js';
import type { SubscriptionSnapshot, SubscriptionTerms } from '../../src/domain/subscription/subscription.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import type { ToBeRecovered } from '../shared/run/input.js';
import { beginOrRecover, readUntilAnswered } from '../shared/run/rebuild.js';
import { timestamp } from '../shared/run/state.js';
import type { SubscriptionLifecycle } from './lifecycle.js';
import type { SubscriptionInput } from './messages.js';
import { newSnapshot } from './state.js';

const { queryTransaction } = proxyActivities<Activities>(GATEWAY_READ);

/** Due dates of a lost run whose charges are read; older ones are over, whatever became of them. */
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

/** A lost run may have charged every period since its last known one: all of them are read before anything is sent. */
async function recoverLost(
  lifecycle: SubscriptionLifecycle,
  snapshot: SubscriptionSnapshot,
  since: number,
): Promise<void> {
  const { holidays } = await lifecycle.settings();
  const free = new Set(holidays);
  const { plan } = snapshot.terms;
  const dues: Due[] = [];
  let due = snapshot.next ?? nextDue(plan, startOfDay(dayOf(Date.parse(snapshot.epoch))), free);
  for (; due && due.at <= Date.now(); due = dueOf(plan, due.n + 1, free)) dues.push(due);
  const periods = [...snapshot.periods];
  const last = periods.pop();
  if (last) periods.push(await readPeriod(lifecycle, snapshot, { ...last, lostSince: since }));
  const newest = dues.at(-1);
  for (const each of dues.slice(-MOST_DUES_READ)) {
    const { n, day, at } = each;
    const empty: Period = {
      n,
      day,
      dueAt: new Date(at).toISOString(),
      amountKobo: snapshot.amountKobo,
      state: 'DUE',
      reason: 'due',
      attempts: [],
      lostSince: since,
    };
    const period = await readPeriod(lifecycle, snapshot, empty);
    const isOver = each !== newest && period.attempts.length === 0;
    periods.push(isOver ? { ...period, state: 'MISSED', reason: 'the gateway has no charge of it' } : period);
  }
  const subscription = lifecycle.begin({
    ...snapshot,
    periods,
    recovered: true,
    totals: totalsOf(snapshot, periods),
  });
  subscription.setNext(due);
  lifecycle.notify({ type: 'subscription.recovered', effect: `recovered:${timestamp()}` });
}

/** Adds the charges of a period that the gateway knows, and Oware does not. */
async function readPeriod(
  lifecycle: SubscriptionLifecycle,
  { terms }: SubscriptionSnapshot,
  period: Period,
): Promise<Period> {
  const attempts = [...period.attempts];
  for (let n = attempts.length + 1; n <= MOST_ATTEMPTS; n++) {
    const paymentReference = attemptReference(terms.reference, period.day, n);
    const record = await readUntilAnswered(lifecycle, () => recordOf(paymentReference));
    if (!record) break;
    attempts.push(attemptFrom(terms, record, { n, paymentReference }));
  }
  const isPaid = attempts.some(({ state }) => state === 'PAID');
  const isDue = period.state === 'DUE' && !isPaid;
  return {
    ...period,
    attempts,
    ...(!isDue && isPaid && { state: 'PAID', reason: 'the gateway has the money' }),
  };
}

function attemptFrom(
  terms: SubscriptionTerms,
  record: TransactionRecord,
  { n, paymentReference }: { readonly n: number; readonly paymentReference: string },
): Attempt {
  const reading = judgeCharge(terms, record);
  const known = isKnown(reading) ? reading : undefined;
  const { transactionReference, paymentStatus } = record;
  const at = timestamp();
  return {
    n,
    paymentReference,
    transactionReference,
    // a state that proves nothing is checked until it does
    state: stateOf(known) ?? 'PENDING',
    reason: `the gateway reports ${paymentStatus}`,
    at,
    sentAt: at,
    ...(known && { known }),
  };
}

/** Null when the gateway has none. */
async function recordOf(paymentReference: string): Promise<TransactionRecord | null | undefined> {
  const summary = { summary: `Read ${paymentReference}` };
  const answer = await queryTransaction.executeWithOptions(summary, [{ paymentReference }]);
  if (answer.kind !== 'ok') return null;
  return answer.body.paymentReference === paymentReference ? answer.body : undefined;
}

function totalsOf({ totals, periods: before }: SubscriptionSnapshot, periods: readonly Period[]) {
  const wasPaid = new Set(before.filter(({ state }) => state === 'PAID').map(({ n }) => n));
  const paid = periods.filter(({ n, state }) => state === 'PAID' && !wasPaid.has(n));
  const wasMissed = before.filter(({ state }) => state === 'MISSED').length;
  const missed = periods.filter(({ state }) => state === 'MISSED').length - wasMissed;
  return {
    ...totals,
    charged: totals.charged + paid.length,
    chargedKobo: paid.reduce<number>(
      (total, { amountKobo }) => total + amountKobo,
      totals.chargedKobo,
    ) as typeof ZERO,
    missed: totals.missed + missed,
  };
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
