import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { cashRecord } from '../../src/domain/collection/cash.js';
import type { GatewayTransaction } from '../../src/domain/checkout/checkout.js';
import { ownerOf } from '../../src/domain/reference.js';
import type { Settings } from '../../src/config/settings.js';
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
} from '../../src/domain/collection/verdict.js';
import type { Checked } from '../shared/run/wait-for-outcome.js';
import { readRecord } from '../shared/gateway/read-record.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import type { WebhookDraft } from '../shared/run/lifecycle.js';
import type { CheckoutLifecycle } from './lifecycle.js';

const { getTransaction } = proxyActivities<Activities>(GATEWAY_READ);

/** Checks every transaction of this checkout with the gateway and weighs the proven ones. */
export async function check(lifecycle: CheckoutLifecycle, settings: Settings): Promise<Checked<Verdict>> {
  const checkout = lifecycle.subject();
  const { transactions } = checkout.snapshot();
  const reading = transactions.map((transaction) => readTwice(lifecycle, transaction));
  const [only] = reading;
  // most checkouts have one transaction, and each promise in a workflow costs a stack trace
  const readings = reading.length === 1 && only ? [await only] : await Promise.all(reading);
  const drafts: WebhookDraft[] = [];
  const shown = new Map<string, number>();
  transactions.forEach(({ transactionReference }, index) => {
    const reading = readings[index] ?? { kind: 'none' };
    const { known: before } = checkout.find(transactionReference) ?? {};
    if (contradicts(before, reading) && reading.kind === 'end') {
      drafts.push(
        ...checkout.conflict(transactionReference, `${reading.observed} for money that it had shown before`),
      );
    }
    drafts.push(...checkout.applyReading(transactionReference, reading));
    const level = shownBy(reading);
    if (level !== undefined) shown.set(transactionReference, level);
  });
  const isComplete = readings.every(isAnswer);
  return {
    verdict: weigh(checkout.snapshot().terms, standings(lifecycle), settings),
    shown,
    isComplete,
    drafts,
  };
}

/**
 * Everything known about its transactions. No gateway read exists for cash: the signed event is its record.
 */
function standings(lifecycle: CheckoutLifecycle): Standing[] {
  const { transactions, cash = [], terms } = lifecycle.subject().snapshot();
  const byCash = cash.flatMap((each): Standing[] => {
    const { transactionReference } = each;
    // a gateway record wins over an event about the same transaction
    if (transactions.some((known) => known.transactionReference === transactionReference)) return [];
    const reading = judge(terms, cashRecord(each));
    return isKnown(reading) ? [{ transactionReference, known: reading }] : [];
  });
  return [...transactions, ...byCash].map(({ transactionReference, known }) => ({
    transactionReference,
    known,
  }));
}

/** A stale or crossed reply is no contradiction: a reading that would undo earlier proof is read twice. */
function readTwice(lifecycle: CheckoutLifecycle, asked: GatewayTransaction): Promise<Reading> {
  const first = read(lifecycle, asked);
  if (asked.known === undefined) return first;
  return first.then((reading) => (contradicts(asked.known, reading) ? read(lifecycle, asked) : reading));
}

function read(lifecycle: CheckoutLifecycle, asked: GatewayTransaction): Promise<Reading> {
  const { transactionReference, paymentReference } = asked;
  const { terms } = lifecycle.subject().snapshot();
  const summary = { summary: `Check ${paymentReference}` };
  return readRecord(lifecycle, {
    atRiskKobo: terms.amountKobo,
    read: () => getTransaction.executeWithOptions(summary, [{ transactionReference }]),
    // crossed replies happen; the record of another checkout proves nothing about this one
    isOurs: (record) =>
      record.transactionReference === transactionReference &&
      ownerOf(record.paymentReference) === ownerOf(paymentReference),
    judge: (record) => judge(terms, record),
  });
}
