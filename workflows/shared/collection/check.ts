import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import type { Asked } from '../../../src/domain/collection/collection.js';
import type { CollectionSnapshot } from '../../../src/domain/collection/snapshot.js';
import type { TransactionRecord } from '../../../src/domain/collection/record.js';
import { judge, type Reading } from '../../../src/domain/collection/verdict.js';
import type { Settings } from '../../../src/config/settings.js';
import { asAskedBack, withRefundsOfLostRun } from '../../../src/domain/order/after-loss.js';
import type { Order } from '../../../src/domain/order/order.js';
import { isAnswer, withClaim, withReading, withRefunds } from '../../../src/domain/order/reading.js';
import { withForgotten } from '../../../src/domain/refund/by-policy.js';
import { GATEWAY_READ } from '../gateway/activity-options.js';
import { readRecord } from '../gateway/read-record.js';
import { type KnownRefunds, readRefundsOf } from './known-refunds.js';
import type { OrderLifecycle } from './order-place.js';

const { getTransaction } = proxyActivities<Activities>(GATEWAY_READ);

export interface ReadRules<Snapshot extends CollectionSnapshot> {
  /** Names the transaction for people. */
  readonly nameOf: (transaction: Snapshot['transactions'][number]) => string;
  /** Whether a record of this transaction is ours: crossed replies happen. */
  readonly isOurs: (transaction: Snapshot['transactions'][number], record: TransactionRecord) => boolean;
  readonly judge?: (asked: Asked, record: TransactionRecord) => Reading;
}

export interface ReadAll<Snapshot extends CollectionSnapshot> {
  /** Adds what was read to what is known: that may have changed while it was read. */
  readonly addTo: (transactions: Snapshot['transactions']) => Snapshot['transactions'];
  /** What else was learned of the order. */
  readonly partOf: (order: Order) => Pick<Order, 'policyRefunds'>;
  /** The gateway answered for each. */
  readonly isComplete: boolean;
  /** Each was answered, though perhaps with nothing that can be believed. */
  readonly isAnswered: boolean;
  /** Those that were. */
  readonly answered: readonly string[];
}

/** Reads the record of every transaction, but of one whose charge is on its way. */
export async function readTransactions<Snapshot extends CollectionSnapshot>(
  lifecycle: OrderLifecycle<Snapshot>,
  rules: ReadRules<Snapshot>,
  settings: Settings,
): Promise<ReadAll<Snapshot>> {
  const { pace, subject } = lifecycle;
  const askedAt = pace.now();
  const places = subject()
    .snapshot()
    .transactions.filter(({ movement, isOffline }) => movement.sending === undefined && !isOffline);
  const reading = places.map((transaction) => read(lifecycle, transaction, rules));
  const [only] = reading;
  // most have one transaction, and each promise in a workflow costs a stack trace
  const readings = reading.length === 1 && only ? [await only] : await Promise.all(reading);
  const span = { askedAt, answeredAt: pace.now() };
  const { terms } = subject().snapshot();
  const found = new Map(places.map(({ transactionReference }, n) => [transactionReference, readings[n]]));
  const isRebuilt = subject().snapshot().rebuiltAt !== undefined;
  const refunded = places
    .map(({ transactionReference }) => transactionReference)
    .filter((reference) => dependsOnRefunds(found.get(reference), isRebuilt));
  // hardly any depend on them, and each promise costs a stack trace
  const allRefunds = refunded.length === 0 ? NO_REFUNDS : await readAllRefunds(lifecycle, refunded);
  const answered = [...found].flatMap(([reference, reading]) =>
    reading === undefined || !isAnswer(reading) || allRefunds.get(reference) === 'unread' ? [] : [reference],
  );
  const isAnswered = answered.length === places.length;
  return {
    addTo: (transactions) =>
      transactions.map((each) => {
        const { transactionReference } = each;
        const reading = found.get(transactionReference);
        const known = allRefunds.get(transactionReference);
        // money of a rebuilt order is not believed while its refunds could not be read
        const isUnknown = known === 'unread' && isRebuilt;
        if (reading === undefined || !isAnswer(reading)) return each;
        // the next reading may be of a copy that lags: it is read until it is shown again
        if (isUnknown && reading.kind === 'money')
          return withClaim(each, reading.paid.amountKobo, span.answeredAt);
        if (isUnknown) return each;
        const refunds = known === 'unread' ? undefined : known;
        const rulesOfRead = { span, terms, tolerance: settings, refundsSent: refunds?.sent };
        const shown = withReading(each, reading, rulesOfRead);
        if (!refunds) return shown;
        const counted = withRefunds(shown, refunds.sums, span.answeredAt);
        return isRebuilt ? asAskedBack(counted, refunds.byPolicy) : counted;
      }),
    partOf: (order) => (isRebuilt ? withLostRefunds(order, allRefunds) : {}),
    isComplete: isAnswered && readings.every(({ kind }) => kind !== 'absent' && kind !== 'doubt'),
    isAnswered,
    answered,
  };
}

const NO_REFUNDS: ReadonlyMap<string, KnownRefunds | 'unread'> = new Map();

/**
 * What a lost run knew of refunds is not reported again: without it, money that went back, or will, would count once more. What a
 * record that says REFUNDED shows depends on what they may have returned by now: not all of that is reported.
 */
async function readAllRefunds<Snapshot extends CollectionSnapshot>(
  lifecycle: OrderLifecycle<Snapshot>,
  references: readonly string[],
): Promise<ReadonlyMap<string, KnownRefunds | 'unread'>> {
  const refunds = new Map<string, KnownRefunds | 'unread'>();
  for (const reference of references) {
    refunds.set(reference, (await readRefundsOf(lifecycle, reference)) ?? 'unread');
  }
  return refunds;
}

/** What a lost run had asked back is known, and asked again where the run that it was handed over to was lost as well. */
function withLostRefunds(
  order: Order,
  allRefunds: ReadonlyMap<string, KnownRefunds | 'unread'>,
): Pick<Order, 'policyRefunds'> {
  const read = [...allRefunds].flatMap(([transactionReference, each]) =>
    each === 'unread' ? [] : [{ transactionReference, ...each }],
  );
  const known = withRefundsOfLostRun(
    order,
    read.flatMap(({ byPolicy }) => byPolicy),
  );
  const policyRefunds = read.reduce(
    (all, { transactionReference, ...each }) => withForgotten(all, transactionReference, each),
    known,
  );
  return policyRefunds.length === 0 ? {} : { policyRefunds };
}

/** Whether what a record shows depends on the refunds of its money. */
function dependsOnRefunds(reading: Reading | undefined, isRebuilt: boolean): boolean {
  if (reading?.kind === 'returned') return isRebuilt || reading.to === 'REFUNDED';
  return isRebuilt && reading?.kind === 'money';
}

function read<Snapshot extends CollectionSnapshot>(
  lifecycle: OrderLifecycle<Snapshot>,
  transaction: Snapshot['transactions'][number],
  { nameOf, isOurs, judge: judgeRecord = judge }: ReadRules<Snapshot>,
): Promise<Reading> {
  const { transactionReference } = transaction;
  const { terms } = lifecycle.subject().snapshot();
  const summary = { summary: `Check ${nameOf(transaction)}` };
  return readRecord(lifecycle, {
    atRiskKobo: terms.amountKobo,
    read: () => getTransaction.executeWithOptions(summary, [{ transactionReference }]),
    // the record of another payment proves nothing about this one
    isOurs: (record) => record.transactionReference === transactionReference && isOurs(transaction, record),
    judge: (record) => judgeRecord(terms, record),
  });
}
