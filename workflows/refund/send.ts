import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { isEnded, type RefundTerms } from '../../src/domain/refund/refund.js';
import { totalOf } from '../../src/domain/money.js';
import { isOurs, judge, mismatchIn, type RefundRecord } from '../../src/domain/refund/verdict.js';
import { usedElsewhere } from '../../src/domain/used-elsewhere.js';
import type { Settings } from '../../src/config/settings.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { effectsWithin } from '../shared/gateway/effects.js';
import {
  type Attempt,
  type Finding,
  type Held,
  type Operation,
  type Outcome,
  type Refused,
  sentBefore,
} from '../shared/gateway/operation.js';
import { createGate } from '../shared/payout/gate.js';
import { timestamp } from '../shared/run/state.js';
import { waitForApproval } from './approval.js';
import type { RefundsLifecycle } from './lifecycle.js';

const { getRefund } = proxyActivities<Activities>(GATEWAY_READ);

type Sent =
  | {
      readonly kind: 'sent';
      /** Undefined when only an operator knows that it was sent. */
      readonly record?: RefundRecord;
      /** The status endpoint showed it: only that proves a failure. */
      readonly isStatus?: true;
    }
  /** The gateway has this reference, but not from us. */
  | { readonly kind: 'used-elsewhere'; readonly observed: string };

/** Key of the operation that moves the money. */
const keyOf = (refundReference: string) => `refund:${refundReference}`;

/** A refund that has ended is not sent: its record may have ended it while an earlier run waited to send it. */
export function dropSend({ operations }: RefundsLifecycle, refundReference: string): void {
  operations.delete(keyOf(refundReference));
}

/** Sends a granted refund once, or ends it: what was never sent moved no money. */
export async function processRefund(lifecycle: RefundsLifecycle, refundReference: string): Promise<void> {
  const refunds = lifecycle.subject();
  const refund = refunds.find(refundReference);
  if (!refund || !refunds.isUnsent(refundReference)) return;
  const settings = await lifecycle.settings();
  const notAfter = Date.parse(refund.notAfter ?? refund.requestedAt);
  const key = keyOf(refundReference);
  const { lostSince } = refunds.snapshot();
  if (lostSince !== undefined && !lifecycle.operations.get(key)) {
    lifecycle.operations.set(sentBefore(key, Date.parse(lostSince), notAfter));
  }
  const outcome = await lifecycle.run(sendOperation(lifecycle, refund.terms, { notAfter, settings }));
  if (outcome.kind === 'answered' && outcome.answer.kind === 'sent') {
    applySent(lifecycle, refund.terms, { sent: outcome.answer, settings });
  } else endUnsent(lifecycle, refundReference, outcome);
}

function applySent(
  lifecycle: RefundsLifecycle,
  terms: RefundTerms,
  {
    sent: { record, isStatus },
    settings,
  }: { readonly sent: Extract<Sent, { kind: 'sent' }>; readonly settings: Settings },
): void {
  const refunds = lifecycle.subject();
  const { refundReference } = terms;
  refunds.setSent(refundReference);
  lifecycle.checks.resetUndecided();
  const reading = record && judge(terms, refunds.snapshot().terms.reference, record);
  // the reply to a write proves no failure, and an operator's word shows no state: the status does
  const needsProof = reading?.kind === 'end' && reading.to === 'FAILED' && !isStatus;
  if (!reading || needsProof) lifecycle.checks.requestNow();
  else refunds.apply(refundReference, reading).forEach(lifecycle.notify);
  // the event usually follows
  if (isEnded(refunds.find(refundReference)?.state ?? 'PENDING'))
    lifecycle.stayFor(settings.gatewayEventGraceMs);
}

function endUnsent(lifecycle: RefundsLifecycle, refundReference: string, outcome: Outcome<Sent>): void {
  const refunds = lifecycle.subject();
  const unwanted = refunds.find(refundReference)?.unwanted;
  const end = () => {
    if (outcome.kind === 'answered') {
      const observed = outcome.answer.kind === 'used-elsewhere' ? outcome.answer.observed : '';
      return refunds.endUnsent(refundReference, 'REFUSED', usedElsewhere(observed));
    }
    const { kind, reason } = outcome;
    if (kind === 'refused') return refunds.endUnsent(refundReference, 'REFUSED', reason);
    if (kind === 'absent') return refunds.endUnsent(refundReference, 'FAILED', reason);
    if (unwanted !== undefined) return refunds.endUnsent(refundReference, 'CANCELLED', unwanted);
    return refunds.endUnsent(refundReference, 'EXPIRED', `not sent in time: ${reason}`);
  };
  end().forEach(lifecycle.notify);
}

interface SendOptions {
  readonly notAfter: number;
  readonly settings: Settings;
}

function sendOperation(
  lifecycle: RefundsLifecycle,
  terms: RefundTerms,
  { notAfter, settings }: SendOptions,
): Operation<Sent> {
  const refunds = lifecycle.subject();
  const { refundReference, amountKobo } = terms;
  const gate = openGate(lifecycle, terms, settings);
  const key = keyOf(refundReference);
  // a person may conclude it while it waits for an approval
  const isToBeSent = () => refunds.isWanted(refundReference) && !lifecycle.operations.get(key)?.concluded;
  return {
    key,
    summary: `Refund ${refundReference}`,
    movesMoney: true,
    atRiskKobo: amountKobo,
    notAfter,
    // the approval comes after the check for what a lost run may have sent, and before every send
    ready: async () => {
      await waitForApproval(lifecycle, refundReference, { notAfter, isWanted: isToBeSent });
      return isToBeSent() ? gate.ready() : undefined;
    },
    send: (attempt) => sendOnce(lifecycle, terms, attempt),
    check: (since) => findRefund(lifecycle, terms, since),
    isWanted: () => refunds.isWanted(refundReference),
    adopt: () => ({ kind: 'sent' }),
  };
}

/** Nothing is sent while payouts are paused, or while the wallet holds too little. */
function openGate(lifecycle: RefundsLifecycle, terms: RefundTerms, { refundFeeKobo }: Settings) {
  const refunds = lifecycle.subject();
  const { refundReference, amountKobo, destination } = terms;
  const needKobo = totalOf(amountKobo, refundFeeKobo);
  return createGate(lifecycle, {
    queue: 'payouts',
    ...(destination && { bankCode: destination.bankCode }),
    needKobo: () => needKobo,
    fundsShortAt: () => {
      const { fundsShortAt } = refunds.find(refundReference) ?? {};
      return fundsShortAt === undefined ? undefined : Date.parse(fundsShortAt);
    },
    onPaused: ({ reason }) =>
      void refunds.enter(refundReference, 'PAUSED', `an operator has paused payouts: ${reason}`),
    onWaitingForFunds: (reason) => waitForFunds(lifecycle, refundReference, reason),
    onReady: () => void refunds.enter(refundReference, 'PENDING', 'ready to be sent'),
  });
}

function waitForFunds(lifecycle: RefundsLifecycle, refundReference: string, reason: string): void {
  const refunds = lifecycle.subject();
  refunds.update(refundReference, { fundsShortAt: timestamp() });
  refunds.enter(refundReference, 'WAITING_FOR_FUNDS', reason).forEach(lifecycle.notify);
}

async function sendOnce(
  lifecycle: RefundsLifecycle,
  terms: RefundTerms,
  { notAfter, afterUnknown }: Attempt,
): Promise<Sent | 'check-first' | 'exists' | Held | Refused> {
  const refunds = lifecycle.subject();
  const { reference: transactionReference } = refunds.snapshot().terms;
  const { refundReference, amountKobo, refundReason, customerNote, destination } = terms;
  const answer = await effectsWithin('payouts', notAfter - Date.now()).initiateRefund.executeWithOptions(
    { summary: `Refund ${refundReference}` },
    [
      {
        transactionReference,
        refundReference,
        refundAmount: amountKobo,
        refundReason,
        customerNote,
        ...(destination && {
          destinationAccountNumber: destination.accountNumber,
          destinationAccountBankCode: destination.bankCode,
        }),
      },
      { notAfter: new Date(notAfter).toISOString() },
    ],
  );
  if (answer.kind === 'ok') {
    const { body: record } = answer;
    // a reply about another refund proves nothing about this one
    const isCrossed =
      record.refundReference !== refundReference ||
      mismatchIn(terms, transactionReference, record) !== undefined;
    return isCrossed ? 'check-first' : { kind: 'sent', record };
  }
  const refused = `refused with code ${answer.code}: ${answer.message}`;
  switch (answer.kind) {
    case 'reference-used':
      // ours only if an earlier attempt may have used it
      return afterUnknown
        ? 'exists'
        : { kind: 'used-elsewhere', observed: await show(refundReference, answer) };
    case 'insufficient-funds':
      waitForFunds(lifecycle, refundReference, refused);
      return { held: refused };
    case 'try-later':
      return { held: refused };
    default:
      return { refused };
  }
}

async function show(refundReference: string, { message }: { readonly message: string }): Promise<string> {
  const answer = await getRefund({ refundReference }).catch(() => undefined);
  return answer?.kind === 'ok' ? describe(answer.body) : message;
}

function describe({ refundReference, transactionReference, refundStatus, createdOn }: RefundRecord): string {
  const made = `created ${createdOn ?? 'at an unknown time'}`;
  return `refund ${refundReference} of ${transactionReference}, ${refundStatus}, ${made}`;
}

/** Reads by the same reference; the refund is ours only if it agrees with the terms and was created since. */
async function findRefund(
  lifecycle: RefundsLifecycle,
  terms: RefundTerms,
  since: number,
): Promise<Finding<Sent>> {
  const { refundReference } = terms;
  const { reference: transactionReference } = lifecycle.subject().snapshot().terms;
  const answer = await getRefund.executeWithOptions({ summary: `Read ${refundReference}` }, [
    { refundReference },
  ]);
  if (answer.kind !== 'ok') return { kind: 'absent', observed: `no refund ${refundReference}` };
  const { body: record } = answer;
  const observed = describe(record);
  if (record.refundReference !== refundReference) return { kind: 'undecided', observed };
  if (!isOurs(terms, transactionReference, { record, attemptAt: since })) {
    return { kind: 'found', answer: { kind: 'used-elsewhere', observed }, observed };
  }
  return { kind: 'found', answer: { kind: 'sent', record, isStatus: true }, observed };
}
