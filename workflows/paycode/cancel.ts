import type { PaycodeSnapshot } from '../../src/domain/paycode/paycode.js';
import { judge, type PaycodeRecord } from '../../src/domain/paycode/verdict.js';
import { isEnded } from '../../src/domain/single-payout.js';
import { changesWithin } from '../shared/gateway/effects.js';
import type { Finding, Operation, Outcome } from '../shared/gateway/operation.js';
import { withdrawUnsent } from '../shared/payout/single-handlers.js';
import type { SinglePayoutCalls } from '../shared/payout/single-send.js';
import { refusal } from '../shared/run/commands.js';
import { paycodeCalls } from './calls.js';
import type { PaycodeLifecycle } from './lifecycle.js';

/** A cancel without an answer for so long is given up; the merchant must decide again. */
const CANCEL_WITHIN_MS = 24 * 60 * 60_000;

export const CANCEL_KEY = 'cancel';

type CancelResult =
  | { readonly kind: 'cancelled' }
  /** It can no longer be cancelled. */
  | { readonly kind: 'over'; readonly observed: string };

/** Runs before the command is accepted; a refused one leaves no trace in history. */
export function refuseEnded(lifecycle: PaycodeLifecycle): void {
  const { state } = lifecycle.subject().snapshot();
  // a repeat gets the same answer
  if (state !== 'CANCELLED' && isEnded(state)) throw refusal('not-open', `the paycode is ${state}`);
}

/**
 * Withdraws a paycode that was not issued, or cancels it at the gateway, which decides every race: cash that was
 * collected first stays collected, and the cancel is refused with the reason.
 */
export async function cancelPaycode(lifecycle: PaycodeLifecycle): Promise<PaycodeSnapshot> {
  await withdrawUnsent(lifecycle);
  const paycode = lifecycle.subject();
  const isOpen = () => paycode.snapshot().state === 'PENDING';
  if (isOpen()) paycode.update({ unwanted: 'the merchant cancelled it' });
  const outcome = isOpen() ? await lifecycle.run(cancel(lifecycle)) : undefined;
  // an earlier run began it, and a check has shown the end meanwhile: nothing is left to find out
  if (!outcome) lifecycle.operations.delete(CANCEL_KEY);
  const isDone = outcome?.kind === 'answered' && outcome.answer.kind === 'cancelled';
  // cash that was proven meanwhile wins
  if (isDone && isOpen()) {
    paycode.transitionTo('CANCELLED', 'the merchant cancelled it');
    lifecycle.notify(paycode.draft());
  }
  if (outcome && !isDone) await checkAfterRefusal(lifecycle);
  const now = paycode.snapshot();
  if (now.state === 'CANCELLED') return now;
  if (!outcome || !isOpen()) throw refusal('not-open', `the paycode is ${now.state}`);
  // snapshots are JSON: an undefined field is an absent one
  paycode.change({ unwanted: undefined } as unknown as Partial<PaycodeSnapshot>);
  throw refusal('refused', `not cancelled: ${reasonOf(outcome)}`);
}

/** A check shows what happened at the gateway instead. */
async function checkAfterRefusal(lifecycle: PaycodeLifecycle): Promise<void> {
  const ticket = lifecycle.checks.requestNow();
  await lifecycle.pace.until(() => lifecycle.checks.isDone(ticket));
}

function reasonOf(outcome: Outcome<CancelResult>): string {
  if (outcome.kind !== 'answered') return outcome.reason;
  return outcome.answer.kind === 'over' ? outcome.answer.observed : '';
}

function cancel(lifecycle: PaycodeLifecycle): Operation<CancelResult> {
  const paycode = lifecycle.subject();
  const { reference, amountKobo, expiresAt } = paycode.snapshot().terms;
  const calls = paycodeCalls(lifecycle);
  return {
    key: CANCEL_KEY,
    summary: `Cancel ${reference}`,
    atRiskKobo: amountKobo,
    send: ({ notAfter }) => sendCancel(lifecycle, notAfter),
    check: () => checkCancelled(calls, reference),
    notAfter: Math.min(Date.parse(expiresAt), Date.now() + CANCEL_WITHIN_MS),
    isWanted: () => paycode.snapshot().state === 'PENDING',
    adopt: () => ({ kind: 'cancelled' }),
  };
}

async function sendCancel(
  lifecycle: PaycodeLifecycle,
  notAfter: number,
): Promise<CancelResult | 'check-first'> {
  const { terms } = lifecycle.subject().snapshot();
  const { reference } = terms;
  const answer = await changesWithin(notAfter - Date.now()).cancelPaycode.executeWithOptions(
    { summary: `Cancel ${reference} at the gateway` },
    [{ paycodeReference: reference }],
  );
  if (answer.kind === 'not-found') return { kind: 'over', observed: 'the gateway has no such paycode' };
  const record: PaycodeRecord = answer.body;
  const reading = judge(terms, record);
  // a reply about another paycode proves nothing about this one
  const isDone =
    record.paycodeReference === reference && reading.kind === 'end' && reading.to === 'CANCELLED';
  return isDone ? { kind: 'cancelled' } : 'check-first';
}

async function checkCancelled(
  { read, isAbout, judge }: SinglePayoutCalls<PaycodeRecord>,
  reference: string,
): Promise<Finding<CancelResult>> {
  const answer = await read();
  if (!('body' in answer) || !isAbout(answer.body)) {
    return { kind: 'undecided', observed: `no paycode ${reference}` };
  }
  const reading = judge(answer.body);
  const observed = `the paycode is ${answer.body.transactionStatus}`;
  if (reading.kind === 'end') {
    const isCancelled = reading.to === 'CANCELLED';
    return {
      kind: 'found',
      answer: isCancelled ? { kind: 'cancelled' } : { kind: 'over', observed },
      observed,
    };
  }
  return { kind: answer.body.transactionStatus === 'PENDING' ? 'absent' : 'undecided', observed };
}
