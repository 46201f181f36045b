import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { Debit } from '../../src/domain/mandate/debit.js';
import { whyNever } from '../../src/domain/mandate/mandate.js';
import { type DebitRecord, judgeDebit, mismatchIn } from '../../src/domain/mandate/verdict.js';
import { toWireSplit } from '../../src/domain/split.js';
import { usedElsewhere } from '../../src/domain/used-elsewhere.js';
import type { Settings } from '../../src/config/settings.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { effectsWithin } from '../shared/gateway/effects.js';
import {
  type Attempt,
  type Finding,
  type Operation,
  type Outcome,
  sentBefore,
} from '../shared/gateway/operation.js';
import { createGate } from '../shared/payout/gate.js';
import { timestamp } from '../shared/run/state.js';
import type { MandateLifecycle } from './lifecycle.js';
import { isOfLostRun } from './lost.js';
import { waitForOtherAttempts, whySuperseded } from './other-attempts.js';

const { getDebit } = proxyActivities<Activities>(GATEWAY_READ);

type Sent =
  | {
      readonly kind: 'sent';
      /** Undefined when only an operator knows that it was sent. */
      readonly record?: DebitRecord;
      /** The status endpoint showed it: only that proves a failure. */
      readonly isStatus?: true;
    }
  /** The gateway has this reference, but not from us. */
  | { readonly kind: 'used-elsewhere'; readonly observed: string };

/** Key of the operation that moves the money. */
const keyOf = (reference: string) => `debit:${reference}`;

/** Whether a send was begun: it is followed to its outcome whatever becomes of the mandate. */
export function isBegun(lifecycle: MandateLifecycle, { reference }: Debit): boolean {
  return lifecycle.operations.get(keyOf(reference)) !== undefined;
}

/** Whether a send had no answer, so that it is repeated or resolved: all others wait for their turn until then. */
export function isHeldUp(lifecycle: MandateLifecycle): boolean {
  return lifecycle
    .subject()
    .snapshot()
    .debits.some(({ reference }) => {
      const { phase, harmless = 0 } = lifecycle.operations.get(keyOf(reference)) ?? {};
      return phase === 'check' || harmless > 0;
    });
}

/** Why a debit that was not sent will never be; undefined while it may still be. */
export function whyDropped(lifecycle: MandateLifecycle, debit: Debit): string | undefined {
  const snapshot = lifecycle.subject().snapshot();
  if (!lifecycle.subject().isOpen()) return `the mandate is ${snapshot.state}`;
  return whyNever(snapshot) ?? whySuperseded(lifecycle, debit);
}

/** Sends a debit once, or ends it: what was never sent moved no money. */
export async function sendDebit(lifecycle: MandateLifecycle, debit: Debit): Promise<void> {
  const mandate = lifecycle.subject();
  const { reference } = debit;
  const settings = await lifecycle.settings();
  const key = keyOf(reference);
  const { lost } = mandate.snapshot();
  if (lost && !lifecycle.operations.get(key) && (await isOfLostRun(lifecycle, debit))) {
    lifecycle.operations.set(sentBefore(key, Date.parse(lost.since), Date.parse(debit.notAfter)));
  }
  const outcome = await lifecycle.run(sendOperation(lifecycle, debit));
  if (outcome.kind === 'answered' && outcome.answer.kind === 'sent') {
    applySent(lifecycle, debit, { sent: outcome.answer, settings });
  } else endUnsent(lifecycle, debit, outcome);
}

function applySent(
  lifecycle: MandateLifecycle,
  { reference, amountKobo }: Debit,
  {
    sent: { record, isStatus },
    settings,
  }: { readonly sent: Extract<Sent, { kind: 'sent' }>; readonly settings: Settings },
): void {
  const mandate = lifecycle.subject();
  mandate.setDebitSent(reference, settings, record);
  const reading = record && judgeDebit({ amountKobo }, mandate.snapshot().mandateCode, record);
  // the reply to a write proves no failure, and an operator's word shows no state: the status does
  const needsProof = reading?.kind === 'end' && reading.to === 'FAILED' && !isStatus;
  if (!reading || needsProof) mandate.updateDebit(reference, { nextCheckAt: timestamp() });
  else mandate.applyDebit(reference, reading).forEach(lifecycle.notify);
}

function endUnsent(lifecycle: MandateLifecycle, debit: Debit, outcome: Outcome<Sent>): void {
  const mandate = lifecycle.subject();
  const { reference } = debit;
  const end = () => {
    if (outcome.kind === 'answered') {
      const observed = outcome.answer.kind === 'used-elsewhere' ? outcome.answer.observed : '';
      return mandate.endDebitUnsent(reference, 'REFUSED', usedElsewhere(observed));
    }
    const { kind, reason } = outcome;
    if (kind === 'refused') return mandate.endDebitUnsent(reference, 'REFUSED', reason);
    if (kind === 'absent') return mandate.endDebitUnsent(reference, 'FAILED', reason);
    const dropped = whyDropped(lifecycle, debit);
    if (dropped !== undefined) return mandate.endDebitUnsent(reference, 'CANCELLED', dropped);
    return mandate.endDebitUnsent(reference, 'EXPIRED', `not sent in time: ${reason}`);
  };
  end().forEach(lifecycle.notify);
  // the gateway may know more about the mandate than Oware
  if (outcome.kind === 'refused') lifecycle.checks.requestNow();
}

function sendOperation(lifecycle: MandateLifecycle, debit: Debit): Operation<Sent> {
  const mandate = lifecycle.subject();
  const { reference, amountKobo } = debit;
  const notAfter = Date.parse(debit.notAfter);
  const dueAt = Date.parse(debit.dueAt);
  const gate = openGate(lifecycle, reference);
  const isWanted = () => whyDropped(lifecycle, debit) === undefined && mandate.isDebitUnsent(reference);
  return {
    key: keyOf(reference),
    summary: `Debit ${reference}`,
    movesMoney: true,
    atRiskKobo: amountKobo,
    notAfter,
    ready: async () => {
      if (Date.now() < dueAt) return { until: dueAt, summary: `Wait until ${reference} is due` };
      if (mandate.isDebitable()) {
        const wait = await waitForOtherAttempts(lifecycle, debit);
        return wait ?? (isWanted() ? gate.ready() : undefined);
      }
      const wake = () => mandate.isDebitable() || !isWanted();
      return { until: notAfter, summary: 'Wait until the mandate can be debited', wake };
    },
    send: (attempt) => sendOnce(lifecycle, debit, attempt),
    check: () => findDebit(lifecycle, debit),
    isWanted,
    adopt: () => ({ kind: 'sent' }),
  };
}

/** Nothing is sent while charges are paused. */
function openGate(lifecycle: MandateLifecycle, reference: string) {
  const mandate = lifecycle.subject();
  return createGate(lifecycle, {
    queue: 'charges',
    bankCode: mandate.snapshot().terms.account.bankCode,
    onPaused: ({ reason }) =>
      mandate.enterDebit(reference, 'PAUSED', `an operator has paused charges: ${reason}`),
    onWaitingForFunds: () => undefined,
    onReady: () => mandate.enterDebit(reference, 'PENDING', 'ready to be sent'),
  });
}

async function sendOnce(
  lifecycle: MandateLifecycle,
  { reference, amountKobo, narration }: Debit,
  { notAfter, afterUnknown }: Attempt,
): Promise<Sent | 'check-first' | 'exists'> {
  const { terms, mandateCode = '' } = lifecycle.subject().snapshot();
  const { customer, incomeSplit } = terms;
  const answer = await effectsWithin('charges', notAfter - Date.now()).debitMandate.executeWithOptions(
    { summary: `Debit ${reference}` },
    [
      {
        paymentReference: reference,
        mandateCode,
        debitAmount: amountKobo,
        narration,
        customerEmail: customer.email,
        ...(incomeSplit && { incomeSplitConfig: toWireSplit(incomeSplit) }),
      },
      { notAfter: new Date(notAfter).toISOString() },
    ],
  );
  if (answer.kind === 'reference-used') {
    // ours only if an earlier attempt may have used it
    return afterUnknown ? 'exists' : { kind: 'used-elsewhere', observed: answer.message };
  }
  const { body: record } = answer;
  // a reply about another debit proves nothing about this one
  const isCrossed =
    record.paymentReference !== reference || mismatchIn({ amountKobo }, mandateCode, record) !== undefined;
  return isCrossed ? 'check-first' : { kind: 'sent', record };
}

/** Reads by the same reference; the debit is ours only if it agrees with the request. */
async function findDebit(
  lifecycle: MandateLifecycle,
  { reference, amountKobo }: Debit,
): Promise<Finding<Sent>> {
  const answer = await getDebit.executeWithOptions({ summary: `Read ${reference}` }, [
    { paymentReference: reference },
  ]);
  if (answer.kind !== 'ok') return { kind: 'absent', observed: `no debit ${reference}` };
  const { body: record } = answer;
  const observed = `debit ${record.paymentReference}, ${record.transactionStatus}`;
  if (record.paymentReference !== reference) return { kind: 'undecided', observed };
  const mismatch = mismatchIn({ amountKobo }, lifecycle.subject().snapshot().mandateCode, record);
  if (mismatch !== undefined) {
    return { kind: 'found', answer: { kind: 'used-elsewhere', observed: mismatch }, observed };
  }
  return { kind: 'found', answer: { kind: 'sent', record, isStatus: true }, observed };
}
