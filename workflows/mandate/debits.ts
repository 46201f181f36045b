import {
  type Debit,
  type DebitRequest,
  demandReference,
  isOver,
  isTakenInVain,
  MOST_DEMANDS,
  MOST_OPEN,
  wasForgotten,
  wasOwnForgotten,
} from '../../src/domain/mandate/debit.js';
import { lostDebits } from '../../src/domain/mandate/after-loss.js';
import { newDebit, plannedOf, remainingKobo } from '../../src/domain/mandate/debits.js';
import { endOf, type MandateSnapshot, takesDemands, whyNoDebits } from '../../src/domain/mandate/mandate.js';
import type { PlannedDebit } from '../../src/domain/mandate/planned.js';
import { showNaira, toNaira } from '../../src/domain/money.js';
import { toBeRead } from '../../src/domain/pull/after-loss.js';
import type { Settings } from '../../src/config/settings.js';
import { refusal } from '../shared/run/commands.js';
import { timestamp } from '../shared/run/state.js';
import { addDebit, changeDebit } from './debit-places.js';
import type { MandateLifecycle } from './lifecycle.js';

const iso = (ms: number) => new Date(ms).toISOString();

/** Refuses a debit that the mandate does not allow. Returns the debit that was requested before under this reference. */
export function refuseDebit(snapshot: MandateSnapshot, request: DebitRequest): Debit | undefined {
  const { reference, amountKobo } = request;
  const { terms, state, debits, forgotten = '', demands } = snapshot;
  const gatewayReference = demandReference(terms.reference, reference);
  const known =
    debits.find(({ ownReference }) => ownReference === reference) ??
    // an event reported it after a loss
    debits.find((each) => each.reference === gatewayReference);
  if (known && (known.ownReference ?? reference) !== reference) {
    throw refusal('reference-conflict', `Debit ${reference} cannot be told from ${known.ownReference}.`);
  }
  if (known && known.amountKobo === amountKobo) return known;
  if (known) {
    const detail = `Debit ${reference} already exists with another amount, ${showNaira(known.amountKobo)}.`;
    throw refusal('reference-conflict', detail, { differences: ['amount'] });
  }
  if (wasOwnForgotten(forgotten, reference) || wasForgotten(forgotten, gatewayReference)) {
    throw refusal('reference-conflict', `Debit ${reference} was made before, and is no longer listed.`);
  }
  if (!takesDemands(terms)) throw refusal('not-open', 'the debits of this mandate follow its plan');
  if (state !== 'ACTIVE') throw refusal('not-open', `the mandate is ${state}`);
  const whyNot = whyNoDebits(snapshot);
  if (whyNot !== undefined) throw refusal('not-open', `no debit starts: ${whyNot}`);
  if (demands >= MOST_DEMANDS) throw refusal('not-open', `the mandate has had ${MOST_DEMANDS} debits`);
  if (debits.filter((debit) => !debit.isPossible && !isOver(debit)).length >= MOST_OPEN) {
    throw refusal('not-open', `${MOST_OPEN} debits of this mandate are under way`);
  }
  const { debitAmountKobo } = terms;
  if (debitAmountKobo !== undefined && debitAmountKobo !== amountKobo) {
    throw refusal('invalid', `amount: every debit of this mandate is ${showNaira(debitAmountKobo)}`);
  }
  const now = Date.now();
  if (now < Date.parse(terms.startAt)) throw refusal('not-open', `the mandate starts at ${terms.startAt}`);
  if (now >= endOf(terms)) throw refusal('not-open', `the mandate ended at ${terms.endAt}`);
  const remaining = remainingKobo(snapshot);
  if (remaining !== undefined && amountKobo > remaining) {
    throw refusal('debit-exceeds-mandate', `${showNaira(remaining)} can still be debited`, {
      remaining: toNaira(remaining),
      remainingKobo: remaining,
    });
  }
  return undefined;
}

/** Adds a debit on demand: from now on it counts. Returns its reference at the gateway, and whether it is new. */
export function addDemand(
  lifecycle: MandateLifecycle,
  request: DebitRequest,
  { debitValidityMs }: Settings,
): { readonly reference: string; readonly isNew: boolean } {
  const mandate = lifecycle.subject();
  const { reference: ownReference, amountKobo } = request;
  const known = refuseDebit(mandate.snapshot(), request);
  if (known) {
    if (known.ownReference === undefined) {
      changeDebit(lifecycle, known.reference, { ownReference, isPossible: undefined, unexpected: undefined });
    }
    return { reference: known.reference, isNew: false };
  }
  const { terms, demands, lost } = mandate.snapshot();
  const reference = demandReference(terms.reference, ownReference);
  mandate.change({ demands: demands + 1 });
  const now = lifecycle.pace.now();
  const place = {
    reference,
    ownReference,
    amountKobo,
    narration: request.narration ?? terms.description,
    requestedAt: iso(now),
    dueAt: iso(now),
    notAfter: iso(Math.min(now + debitValidityMs, endOf(terms))),
  };
  const debit = newDebit(place, 'requested by the merchant');
  // a lost run may have sent it
  addDebit(lifecycle, lost ? toBeRead(debit) : debit);
  return { reference, isNew: true };
}

/** Adds the debit of a due date; one that the mandate does not cover ends at once. One that cannot be sent is missed. */
export function addPlanned(lifecycle: MandateLifecycle, { day, at, notAfter }: PlannedDebit): void {
  const mandate = lifecycle.subject().snapshot();
  const place = { day, attempt: 1, dueAt: iso(at), notAfter: iso(notAfter) };
  const debit = plannedOf(mandate, place, timestamp());
  if (isTakenInVain(mandate, debit.reference)) addMissed(lifecycle, 1, day);
  else if (!wasForgotten(mandate.forgotten ?? '', debit.reference)) addDebit(lifecycle, debit);
}

/** Adds all attempts of a due date that a lost run may have sent. */
export function addLost(
  lifecycle: MandateLifecycle,
  due: Pick<PlannedDebit, 'day' | 'at' | 'notAfter'>,
): void {
  const mandate = lifecycle.subject().snapshot();
  lostDebits(mandate, due, lifecycle.pace.now()).forEach((debit) => addDebit(lifecycle, debit));
}

/** Counts due dates on which nothing could be sent. */
export function addMissed(lifecycle: MandateLifecycle, count: number, lastDay: string): void {
  const mandate = lifecycle.subject();
  mandate.change({ missed: (mandate.snapshot().missed ?? 0) + count });
  lifecycle.notify({
    type: 'mandate.debit-missed',
    effect: `missed:${lastDay}`,
    about: { missed: { count, lastDay } },
  });
}
