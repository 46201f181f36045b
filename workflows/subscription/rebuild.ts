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
  nextNumber,
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
  const newest = dues.at(-1)?.n ?? last?.n;
  if (last)
    periods.push(await readPeriod(lifecycle, snapshot, { period: { ...last, lostSince: since }, newest }));
  for (const { n, day, at } of dues.slice(-MOST_DUES_READ)) {
    const period: Period = {
      n,
      day,
      dueAt: new Date(at).toISOString(),
      amountKobo: snapshot.amountKobo,
      state: 'DUE',
      reason: 'due',
      attempts: [],
      lostSince: since,
    };
    const read = await readPeriod(lifecycle, snapshot, { period, newest });
    const isMissed = n !== newest && read.attempts.length === 0;
    periods.push(isMissed ? { ...read, state: 'MISSED', reason: 'the gateway has no charge of it' } : read);
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

/**
 * Adds the charges of a period that the gateway knows, and Oware does not. Every reference that the lost run may have
 * used is read: a declined charge may have left no record, and a later one money.
 */
async function readPeriod(
  lifecycle: SubscriptionLifecycle,
  { terms }: SubscriptionSnapshot,
  { period, newest }: { readonly period: Period; readonly newest: number | undefined },
): Promise<Period> {
  const first = nextNumber(period) ?? MOST_ATTEMPTS + 1;
  const numbers = Array.from({ length: MOST_ATTEMPTS + 1 - first }, (_, index) => first + index);
  const found = await Promise.all(
    numbers.map(async (n): Promise<Attempt[]> => {
      const paymentReference = attemptReference(terms.reference, period.day, n);
      const record = await readUntilAnswered(lifecycle, () => recordOf(paymentReference));
      if (record) return [attemptFrom(terms, record, { n, paymentReference })];
      // no answer is no proof. The newest period reads all of them again before it is charged; an older one is
      // never charged, and reads this one until it knows
      return record === null || period.n === newest ? [] : [unread(n, paymentReference)];
    }),
  );
  const attempts = [...period.attempts, ...found.flat()];
  const isPaid = attempts.some(({ state }) => state === 'PAID');
  const isDue = period.state === 'DUE' && !isPaid;
  return {
    ...period,
    attempts,
    ...(!isDue && isPaid && { state: 'PAID', reason: 'the gateway has the money' }),
  };
}

/** The gateway did not say whether it has this charge. */
function unread(n: number, paymentReference: string): Attempt {
  return { n, paymentReference, state: 'SENDING', reason: 'the gateway did not answer', at: timestamp() };
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
