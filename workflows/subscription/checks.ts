import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { judgeCharge } from '../../src/domain/charge/charge.js';
import { contradicts, isAnswer, type Reading, shownBy } from '../../src/domain/collection/verdict.js';
import { ownerOf } from '../../src/domain/reference.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { readRecord } from '../shared/gateway/read-record.js';
import type { Checked } from '../shared/run/wait-for-outcome.js';
import type { SubscriptionLifecycle } from './lifecycle.js';

const { getTransaction } = proxyActivities<Activities>(GATEWAY_READ);

/** What each transaction shows, by its reference. */
export type ChargeReadings = ReadonlyMap<string, Reading>;

/** Checks the charges without an outcome, those that events are about, and the last one that was paid. */
export async function check(lifecycle: SubscriptionLifecycle): Promise<Checked<ChargeReadings>> {
  const subscription = lifecycle.subject();
  const pending = subscription.pending().map(({ transactionReference }) => transactionReference ?? '');
  const claimed = lifecycle.claims().map(({ subject }) => subject);
  const targets = [...new Set([...pending, ...claimed, ...lastPaid(lifecycle)])];
  const readings = new Map<string, Reading>();
  for (const target of targets) readings.set(target, await readTwice(lifecycle, target));
  const shown = new Map<string, number>();
  for (const [target, reading] of readings) {
    const level = shownBy(reading);
    if (level !== undefined) shown.set(target, level);
  }
  return { verdict: readings, shown, isComplete: [...readings.values()].every(isAnswer) };
}

function lastPaid(lifecycle: SubscriptionLifecycle): string[] {
  const { periods } = lifecycle.subject().snapshot();
  const paid = periods
    .flatMap(({ attempts }) => attempts)
    .filter(({ state, transactionReference }) => state === 'PAID' && transactionReference !== undefined);
  return paid.slice(-1).map(({ transactionReference }) => transactionReference ?? '');
}

/** A stale or crossed reply is no contradiction: a reading that would undo earlier proof is read twice. */
async function readTwice(lifecycle: SubscriptionLifecycle, transactionReference: string): Promise<Reading> {
  const first = await read(lifecycle, transactionReference);
  const known = lifecycle.subject().byTransaction(transactionReference)?.attempt.known;
  return contradicts(known, first) ? read(lifecycle, transactionReference) : first;
}

function read(lifecycle: SubscriptionLifecycle, transactionReference: string): Promise<Reading> {
  const subscription = lifecycle.subject();
  const { terms } = subscription.snapshot();
  const { period, attempt } = subscription.byTransaction(transactionReference) ?? {};
  const asked = { ...terms, amountKobo: period?.amountKobo ?? terms.amountKobo };
  const summary = { summary: `Check ${attempt?.paymentReference ?? transactionReference}` };
  return readRecord(lifecycle, {
    atRiskKobo: asked.amountKobo,
    read: () => getTransaction.executeWithOptions(summary, [{ transactionReference }]),
    // crossed replies happen; the record of another payment proves nothing about this one
    isOurs: (record) =>
      record.transactionReference === transactionReference &&
      ownerOf(record.paymentReference) === terms.reference,
    judge: (record) => judgeCharge(asked, record),
  });
}
