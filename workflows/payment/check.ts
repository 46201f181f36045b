import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { cashRecord } from '../../src/domain/cash.js';
import type { GatewayTransaction } from '../../src/domain/payment.js';
import { ownerOf } from '../../src/domain/reference.js';
import type { Settings } from '../../src/domain/settings.js';
import {
  contradicts,
  isAnswer,
  isKnown,
  judge,
  type Reading,
  shownBy,
  type Standing,
  type Verdict,
  weigh,
} from '../../src/domain/verdict.js';
import type { Checked } from '../shared/collection/follow.js';
import { readRecord } from '../shared/collection/read-record.js';
import { ASKS } from '../shared/gateway/activity-options.js';
import type { Tale } from '../shared/run/story.js';
import type { PaymentStory } from './story.js';

const { getTransaction } = proxyActivities<Activities>(ASKS);

/** Asks the gateway about every transaction that stands for this payment and weighs what was proven. */
export async function check(story: PaymentStory, settings: Settings): Promise<Checked<Verdict>> {
  const payment = story.known();
  const { transactions } = payment.snapshot();
  const reading = transactions.map((transaction) => readTwice(story, transaction));
  const [only] = reading;
  // most payments have one transaction, and each promise in a workflow costs a stack trace
  const readings = reading.length === 1 && only ? [await only] : await Promise.all(reading);
  const tales: Tale[] = [];
  const shown = new Map<string, number>();
  transactions.forEach(({ transactionReference }, index) => {
    const reading = readings[index] ?? { kind: 'none' };
    const { known: before } = payment.find(transactionReference) ?? {};
    if (contradicts(before, reading) && reading.kind === 'end') {
      tales.push(...payment.conflict(transactionReference, `${reading.saw} of money that it had shown`));
    }
    tales.push(...payment.noteReading(transactionReference, reading));
    const level = shownBy(reading);
    if (level !== undefined) shown.set(transactionReference, level);
  });
  const isComplete = readings.every(isAnswer);
  return { verdict: weigh(payment.snapshot().terms, standings(story), settings), shown, isComplete, tales };
}

/** All that is known of its transactions. Nobody can be asked about cash: the signed event is its record. */
function standings(story: PaymentStory): Standing[] {
  const { transactions, cash = [], terms } = story.known().snapshot();
  const byCash = cash.flatMap((each): Standing[] => {
    const { transactionReference } = each;
    // a record of the gateway wins over what an event said of the same transaction
    if (transactions.some((known) => known.transactionReference === transactionReference)) return [];
    const reading = judge(terms, cashRecord(each));
    return isKnown(reading) ? [{ transactionReference, known: reading }] : [];
  });
  return [...transactions, ...byCash].map(({ transactionReference, known }) => ({
    transactionReference,
    known,
  }));
}

/** A stale or a crossed answer is no contradiction: what would undo what was shown is asked for twice. */
function readTwice(story: PaymentStory, asked: GatewayTransaction): Promise<Reading> {
  const first = read(story, asked);
  if (asked.known === undefined) return first;
  return first.then((reading) => (contradicts(asked.known, reading) ? read(story, asked) : reading));
}

function read(story: PaymentStory, asked: GatewayTransaction): Promise<Reading> {
  const { transactionReference, paymentReference } = asked;
  const { terms } = story.known().snapshot();
  const summary = { summary: `Check ${paymentReference}` };
  return readRecord(story, {
    worth: terms.amountKobo,
    ask: () => getTransaction.executeWithOptions(summary, [{ transactionReference }]),
    // crossed replies happen; another payment's record proves nothing about this one
    isOurs: (record) =>
      record.transactionReference === transactionReference &&
      ownerOf(record.paymentReference) === ownerOf(paymentReference),
    judge: (record) => judge(terms, record),
  });
}
