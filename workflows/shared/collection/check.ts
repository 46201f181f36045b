import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import type { Asked } from '../../../src/domain/collection/collection.js';
import type { CollectionSnapshot } from '../../../src/domain/collection/snapshot.js';
import type { TransactionRecord } from '../../../src/domain/collection/record.js';
import { judge, type Reading } from '../../../src/domain/collection/verdict.js';
import type { Settings } from '../../../src/config/settings.js';
import { isAnswer, withReading } from '../../../src/domain/order/reading.js';
import { GATEWAY_READ } from '../gateway/activity-options.js';
import { readRecord } from '../gateway/read-record.js';
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
  /** The gateway answered for each. */
  readonly isComplete: boolean;
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
  return {
    addTo: (transactions) =>
      transactions.map((each) => {
        const reading = found.get(each.transactionReference);
        const isAdded = reading !== undefined && isAnswer(reading);
        return isAdded ? withReading(each, reading, { span, terms, tolerance: settings }) : each;
      }),
    isComplete: readings.every(({ kind }) => kind !== 'none' && kind !== 'absent' && kind !== 'doubt'),
  };
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
