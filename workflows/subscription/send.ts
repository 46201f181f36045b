import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { Settings } from '../../src/config/settings.js';
import { cardIn } from '../../src/domain/charge/card.js';
import { judgeCharge } from '../../src/domain/charge/charge.js';
import {
  type Attempt,
  attemptReference,
  isOpenAttempt,
  MOST_ATTEMPTS,
  type Period,
} from '../../src/domain/subscription/period.js';
import { endOfPeriod } from '../../src/domain/subscription/subscription.js';
import { usedElsewhere } from '../../src/domain/used-elsewhere.js';
import { chargeOperation, type Charged } from '../shared/charge/charge-operation.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { answerOf } from '../shared/gateway/answer-of.js';
import { type Operation, type Outcome, sentBefore, type Wait } from '../shared/gateway/operation.js';
import { isQuestioned, othersOf, waitForOthers } from '../shared/gateway/other-attempts.js';
import { createGate } from '../shared/payout/gate.js';
import { timestamp } from '../shared/run/state.js';
import type { SubscriptionLifecycle } from './lifecycle.js';

const { queryTransaction } = proxyActivities<Activities>(GATEWAY_READ);

export const operationKey = (paymentReference: string) => `charge:${paymentReference}`;

/**
 * Sends one charge of a period, or resumes it in the next run. Returns when the gateway has it, or when it surely has
 * not: what is sent is resolved whatever the merchant does meanwhile.
 */
export async function runAttempt(
  lifecycle: SubscriptionLifecycle,
  period: Period,
  attempt: Attempt,
  settings: Settings,
): Promise<void> {
  const { paymentReference } = attempt;
  const key = operationKey(paymentReference);
  const operation = sendOperation(lifecycle, period, attempt, settings);
  if (period.lostSince !== undefined && !lifecycle.operations.get(key)) {
    lifecycle.operations.set(sentBefore(key, period.lostSince, Number(operation.notAfter)));
  }
  applyOutcome(lifecycle, paymentReference, await lifecycle.run(operation), settings);
}

function sendOperation(
  lifecycle: SubscriptionLifecycle,
  { n, day, amountKobo }: Period,
  { paymentReference }: Attempt,
  settings: Settings,
): Operation<Charged> {
  const subscription = lifecycle.subject();
  const { terms } = subscription.snapshot();
  const gate = createGate(lifecycle, {
    queue: 'charges',
    onPaused: ({ reason }) => subscription.setWaiting(`an operator has paused charges: ${reason}`),
    onWaitingForFunds: () => undefined,
    onReady: () => subscription.setWaiting(undefined),
  });
  const isWanted = () => {
    const place = subscription.byReference(paymentReference);
    if (!place || place.attempt.lost || place.period.state !== 'DUE') return false;
    return subscription.isActive() && isOpenAttempt(place.attempt);
  };
  const end = endOfPeriod(terms, n, new Set(settings.holidays));
  return chargeOperation({
    ...terms,
    amountKobo,
    key: operationKey(paymentReference),
    paymentReference,
    description: terms.description ?? `Subscription ${terms.reference}, ${day}`,
    notAfter: Math.min(Date.now() + settings.chargeValidityMs, end),
    card: () => subscription.snapshot().card ?? cardIn(terms, terms.customer),
    isWanted,
    ready: async () =>
      (await readOthers(lifecycle, paymentReference, settings)) ??
      (isWanted() ? await gate.ready() : undefined),
  });
}

/**
 * Reads the other charges of the period once more: one that was taken for failed, or that a lost run sent, and has money
 * after all must not be followed by another.
 */
function readOthers(
  lifecycle: SubscriptionLifecycle,
  next: string,
  settings: Settings,
): Promise<Wait | undefined> {
  const subscription = lifecycle.subject();
  const { period, attempt } = subscription.byReference(next) ?? {};
  if (!period || !attempt) return Promise.resolve(undefined);
  const others = othersOf(attempt.n, MOST_ATTEMPTS, { isLost: period.lostSince !== undefined });
  return waitForOthers(others, (n) => mayHaveMoney(lifecycle, period, { n, settings }));
}

async function mayHaveMoney(
  lifecycle: SubscriptionLifecycle,
  period: Period,
  { n, settings }: { readonly n: number; readonly settings: Settings },
): Promise<boolean> {
  const subscription = lifecycle.subject();
  const { terms } = subscription.snapshot();
  const paymentReference = attemptReference(terms.reference, period.day, n);
  const summary = { summary: `Read ${paymentReference} again` };
  const answer = await answerOf(lifecycle, () =>
    queryTransaction.executeWithOptions(summary, [{ paymentReference }]),
  );
  if (answer?.kind === 'ok' && answer.body.paymentReference === paymentReference) {
    const { transactionReference } = answer.body;
    const reading = judgeCharge({ ...terms, amountKobo: period.amountKobo }, answer.body);
    subscription.setFound(period, { n, paymentReference, transactionReference });
    subscription.applyReading(transactionReference, reading, settings).forEach(lifecycle.notify);
    if (reading.kind !== 'end' && reading.kind !== 'returned') return true;
  } else if (answer?.kind !== 'not-found') return true;
  return isQuestioned(lifecycle, subscription.namesOf(paymentReference));
}

/** No await: the next run must find either the operation or its outcome. */
function applyOutcome(
  lifecycle: SubscriptionLifecycle,
  paymentReference: string,
  outcome: Outcome<Charged>,
  settings: Settings,
): void {
  const subscription = lifecycle.subject();
  subscription.setWaiting(undefined);
  const place = subscription.byReference(paymentReference);
  if (!place) return;
  if (outcome.kind === 'answered' && outcome.answer.kind === 'charged') {
    const { transactionReference, record } = outcome.answer;
    const isOpen = isOpenAttempt(place.attempt);
    subscription.changeAttempt(place, {
      transactionReference,
      sentAt: timestamp(),
      ...(isOpen && { state: 'PENDING', reason: 'the gateway has it' }),
    });
    const asked = { ...subscription.snapshot().terms, amountKobo: place.period.amountKobo };
    const reading = record && judgeCharge(asked, record);
    if (reading?.kind === 'money') {
      subscription.applyReading(transactionReference, reading, settings).forEach(lifecycle.notify);
    } else if (reading?.kind !== 'pending' && isOpen) {
      // the reply to a write proves no failure, and an event may report money: the next check decides
      lifecycle.checks.requestNow();
    }
    return;
  }
  // a record has shown more than this outcome does
  if (!isOpenAttempt(place.attempt)) return;
  if (outcome.kind === 'answered') {
    const observed = outcome.answer.kind === 'used-elsewhere' ? outcome.answer.observed : '';
    const reason = usedElsewhere(observed);
    subscription.changeAttempt(place, { state: 'FAILED', reason });
    const { amountKobo: atRiskKobo } = place.period;
    subscription.raise({ kind: 'identity-mismatch', subject: paymentReference, reason, atRiskKobo });
    return;
  }
  if (place.attempt.lost) {
    subscription.removeAttempt(place);
    return;
  }
  const state = outcome.kind === 'not-sent' ? 'NOT_SENT' : 'FAILED';
  subscription.changeAttempt(place, { state, reason: outcome.reason });
}
