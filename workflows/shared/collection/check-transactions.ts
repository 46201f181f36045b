import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import type { CashPayment } from '../../../src/domain/collection/cash.js';
import type { Asked } from '../../../src/domain/collection/collection.js';
import type { TransactionRecord } from '../../../src/domain/collection/record.js';
import type { GatewayTransaction } from '../../../src/domain/checkout/checkout.js';
import { ownerOf } from '../../../src/domain/reference.js';
import type { Settings } from '../../../src/config/settings.js';
import {
  type CashReading,
  cashStanding,
  contradicts,
  isAnswer,
  judge,
  judgeCash,
  type Reading,
  shownBy,
  type Standing,
  type Verdict,
  weigh,
} from '../../../src/domain/collection/verdict.js';
import { GATEWAY_READ } from '../gateway/activity-options.js';
import { readRecord } from '../gateway/read-record.js';
import type { WebhookDraft } from '../run/lifecycle.js';
import type { Pace } from '../run/pace.js';
import type { Checked } from '../run/wait-for-outcome.js';

const { getTransaction } = proxyActivities<Activities>(GATEWAY_READ);

/** A collection with transactions at the gateway: a checkout, a charge. */
export interface WithTransactions {
  readonly snapshot: () => {
    readonly terms: Asked & { readonly reference: string };
    readonly transactions: readonly GatewayTransaction[];
    readonly cash?: readonly CashPayment[];
  };
  readonly find: (transactionReference: string) => GatewayTransaction | undefined;
  readonly conflict: (subject: string, reason: string) => readonly WebhookDraft[];
  readonly applyReading: (transactionReference: string, reading: Reading) => readonly WebhookDraft[];
  readonly weighDoubt: (subject: string, reading: Reading) => void;
}

interface Reader {
  readonly pace: Pace;
  readonly subject: () => WithTransactions;
}

type Judge = (asked: Asked, record: TransactionRecord) => Reading;

/** Checks every transaction of a collection with the gateway and weighs the proven ones. */
export async function checkTransactions(
  lifecycle: Reader,
  settings: Settings,
  judgeRecord: Judge = judge,
): Promise<Checked<Verdict>> {
  const collection = lifecycle.subject();
  const { transactions } = collection.snapshot();
  const reading = transactions.map((transaction) => readTwice(lifecycle, transaction, judgeRecord));
  const [only] = reading;
  // most have one transaction, and each promise in a workflow costs a stack trace
  const readings = reading.length === 1 && only ? [await only] : await Promise.all(reading);
  const drafts: WebhookDraft[] = [];
  const shown = new Map<string, number>();
  transactions.forEach(({ transactionReference }, index) => {
    const reading = readings[index] ?? { kind: 'none' };
    const { known: before } = collection.find(transactionReference) ?? {};
    if (contradicts(before, reading) && reading.kind === 'end') {
      drafts.push(
        ...collection.conflict(
          transactionReference,
          `${reading.observed} for money that it had shown before`,
        ),
      );
    }
    drafts.push(...collection.applyReading(transactionReference, reading));
    const level = shownBy(reading);
    if (level !== undefined) shown.set(transactionReference, level);
  });
  const cash = readCash(collection);
  cash.forEach(({ subject, reading }) => collection.weighDoubt(subject, reading));
  const isComplete = readings.every(isAnswer) && cash.every(({ reading }) => isAnswer(reading));
  return {
    verdict: weigh(collection.snapshot().terms, standingsOf(collection), settings),
    shown,
    isComplete,
    drafts,
  };
}

/** Everything known about its transactions. */
export function standingsOf(collection: Pick<WithTransactions, 'snapshot'>): Standing[] {
  const { transactions } = collection.snapshot();
  return [
    ...transactions.map(({ transactionReference, known }) => ({ transactionReference, known })),
    ...readCash(collection).flatMap(cashStanding),
  ];
}

/** Its cash. A gateway record wins over an event about the same transaction. */
function readCash({ snapshot }: Pick<WithTransactions, 'snapshot'>): CashReading[] {
  const { transactions, cash = [], terms } = snapshot();
  const isRecorded = (reference: string) =>
    transactions.some(({ transactionReference }) => transactionReference === reference);
  return cash
    .filter(({ transactionReference }) => !isRecorded(transactionReference))
    .map((each) => judgeCash(terms, each));
}

/** A stale or crossed reply is no contradiction: a reading that would undo earlier proof is read twice. */
function readTwice(lifecycle: Reader, asked: GatewayTransaction, judgeRecord: Judge): Promise<Reading> {
  const first = read(lifecycle, asked, judgeRecord);
  if (asked.known === undefined) return first;
  return first.then((reading) =>
    contradicts(asked.known, reading) ? read(lifecycle, asked, judgeRecord) : reading,
  );
}

function read(lifecycle: Reader, asked: GatewayTransaction, judgeRecord: Judge): Promise<Reading> {
  const { transactionReference, paymentReference } = asked;
  const { terms } = lifecycle.subject().snapshot();
  const summary = { summary: `Check ${paymentReference}` };
  return readRecord(lifecycle, {
    atRiskKobo: terms.amountKobo,
    read: () => getTransaction.executeWithOptions(summary, [{ transactionReference }]),
    // crossed replies happen; the record of another payment proves nothing about this one
    isOurs: (record) =>
      record.transactionReference === transactionReference &&
      ownerOf(record.paymentReference) === ownerOf(paymentReference),
    judge: (record) => judgeRecord(terms, record),
  });
}
