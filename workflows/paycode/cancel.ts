import type { PaycodeSnapshot } from '../../src/domain/paycode/paycode.js';
import type { RecordShows } from '../../src/domain/payout/record.js';
import { isOver } from '../../src/domain/payout/state.js';
import { standingOf } from '../../src/domain/movement/standing.js';
import { changesWithin } from '../shared/gateway/effects.js';
import type { Finding, Operation, Outcome } from '../shared/gateway/operation.js';
import { addReading, read } from '../shared/payout/pay-out.js';
import { changePayout, type PayoutPlace } from '../shared/payout/place.js';
import { cancelPayout } from '../shared/payout/cancel-payout.js';
import { createReader } from '../shared/payout/single-run.js';
import { refusal } from '../shared/run/commands.js';
import { learn, paycodeKind } from './kind.js';
import type { PaycodeLifecycle } from './lifecycle.js';

/** A cancel without an answer for so long is given up; the merchant must decide again. */
const CANCEL_WITHIN_MS = 24 * 60 * 60_000;

const CANCEL_KEY = 'cancel';

type CancelResult =
  | { readonly kind: 'cancelled'; readonly record?: RecordShows }
  /** It can no longer be cancelled. */
  | { readonly kind: 'over'; readonly observed: string };

/** Whether it is at the gateway, and no longer wanted. */
export function isToBeCancelled(lifecycle: PaycodeLifecycle): boolean {
  if (!lifecycle.isReady()) return false;
  const paycode = lifecycle.subject().snapshot();
  const isBegun = lifecycle.operations.get(CANCEL_KEY) !== undefined;
  // what is in doubt is cancelled once it is known to be there, or to be over
  return isThere(paycode) ? isBegun || paycode.unwanted !== undefined : isBegun && isOver(paycode);
}

/** An end that was read once is being confirmed. */
const isThere = ({ movement }: Pick<PaycodeSnapshot, 'movement'>) =>
  standingOf(movement).name === 'waiting' && movement.lastSeen !== 'end';

/**
 * Withdraws a paycode that was not issued, or cancels it at the gateway, which decides every race: cash that was
 * collected first stays collected, and the cancel is refused with the reason.
 */
export async function cancelPaycode(
  lifecycle: PaycodeLifecycle,
  place: PayoutPlace,
): Promise<PaycodeSnapshot> {
  const paycode = lifecycle.subject();
  const { unwanted: before, movement } = place.read();
  await cancelPayout(lifecycle.pace, place);
  const isOpen = () => isThere(place.read());
  // what may have left is cancelled once it is found
  if (!isOpen() && !isOver(place.read())) return paycode.snapshot();
  const outcome = isOpen() ? await lifecycle.run(cancel(lifecycle, isOpen)) : undefined;
  // an earlier run began it, and a check has shown the end meanwhile: nothing is left to find out
  if (!outcome) {
    lifecycle.operations.delete(CANCEL_KEY);
    paycode.clear(({ key }) => key === `unresolved:${CANCEL_KEY}`);
  }
  const done =
    outcome?.kind === 'answered' && outcome.answer.kind === 'cancelled' ? outcome.answer : undefined;
  if (done?.record && isOpen()) {
    const at = lifecycle.pace.now();
    addReading(place, done.record, { askedAt: at, answeredAt: at }, place.read().reads);
  } else if (outcome && isOpen()) await read(createReader(lifecycle, paycodeKind(lifecycle)));
  const now = paycode.snapshot();
  if (now.state === 'CANCELLED') return now;
  if (!outcome || !isOpen()) throw refusal('not-open', `the paycode is ${now.state}`);
  // a person says that it is cancelled, and the record does not show it yet: it is not kept
  if (done) return now;
  changePayout(place, { unwanted: undefined });
  const reason = `not cancelled: ${reasonOf(outcome)}`;
  // an earlier cancel was accepted: its caller must know that the cash can be collected
  if (before !== undefined) {
    place.raise({ kind: 'cancel-refused', reason, atRiskKobo: movement.terms.asked, addsUp: true });
  }
  throw refusal('refused', reason);
}

function reasonOf(outcome: Outcome<CancelResult>): string {
  if (outcome.kind !== 'answered') return outcome.reason;
  return outcome.answer.kind === 'over' ? outcome.answer.observed : '';
}

function cancel(lifecycle: PaycodeLifecycle, isOpen: () => boolean): Operation<CancelResult> {
  const { reference, amountKobo, expiresAt } = lifecycle.subject().snapshot().terms;
  return {
    key: CANCEL_KEY,
    summary: `Cancel ${reference}`,
    atRiskKobo: amountKobo,
    send: ({ notAfter }) => sendCancel(lifecycle, notAfter),
    check: () => checkCancelled(lifecycle),
    notAfter: Math.min(Date.parse(expiresAt), Date.now() + CANCEL_WITHIN_MS),
    isWanted: isOpen,
    adopt: () => ({ kind: 'cancelled' }),
  };
}

async function sendCancel(
  lifecycle: PaycodeLifecycle,
  notAfter: number,
): Promise<CancelResult | 'check-first'> {
  const { reference } = lifecycle.subject().snapshot().terms;
  const answer = await changesWithin(notAfter - Date.now()).cancelPaycode.executeWithOptions(
    { summary: `Cancel ${reference} at the gateway` },
    [{ paycodeReference: reference }],
  );
  // it was found before: a copy of the gateway that lags is no answer
  if (answer.kind === 'not-found') return 'check-first';
  const record = learn(lifecycle, answer.body);
  // a reply about another paycode proves nothing about this one
  return isCancelled(record) ? { kind: 'cancelled', record } : 'check-first';
}

type Cancelled = RecordShows & { readonly shows: 'end' };

const isCancelled = (found: RecordShows | undefined): found is Cancelled =>
  found?.shows === 'end' && found.word === 'CANCELLED';

async function checkCancelled(lifecycle: PaycodeLifecycle): Promise<Finding<CancelResult>> {
  const found = await paycodeKind(lifecycle).find();
  if (!found || found.shows === 'absent' || found.shows === 'odd') {
    return { kind: 'undecided', observed: 'no record that can be believed' };
  }
  const { observed } = found;
  if (isCancelled(found)) return { kind: 'found', answer: { kind: 'cancelled', record: found }, observed };
  if (found.shows !== 'pending') return { kind: 'found', answer: { kind: 'over', observed }, observed };
  return { kind: 'absent', observed };
}
