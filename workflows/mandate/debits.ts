import {
  countedKobo,
  type Debit,
  type DebitRequest,
  demandReference,
  isOver,
  MOST_DEMANDS,
  MOST_OPEN,
  plannedReference,
  wasOwnForgotten,
} from '../../src/domain/mandate/debit.js';
import { endOf, type MandateSnapshot, takesDemands, whyNoDebits } from '../../src/domain/mandate/mandate.js';
import { isBeforeLoss, mayBeOfLostRun, type PlannedDebit } from '../../src/domain/mandate/planned.js';
import { type Kobo, showNaira, subtract, toNaira, ZERO } from '../../src/domain/money.js';
import type { Settings } from '../../src/config/settings.js';
import { refusal } from '../shared/run/commands.js';
import { timestamp } from '../shared/run/state.js';
import type { MandateLifecycle } from './lifecycle.js';

const iso = (ms: number) => new Date(ms).toISOString();

/** What can still be debited; undefined for a mandate without a lifetime amount. */
function remainingKobo({ terms, debits, debited }: MandateSnapshot): Kobo | undefined {
  const { amountKobo } = terms;
  if (amountKobo === undefined) return undefined;
  const counted = countedKobo(debits, debited);
  return counted >= amountKobo ? ZERO : subtract(amountKobo, counted);
}

/** Refuses a debit that the mandate does not allow. Returns the debit that was requested before under this reference. */
export function refuseDebit(snapshot: MandateSnapshot, request: DebitRequest): Debit | undefined {
  const { reference, amountKobo } = request;
  const { terms, state, debits, forgotten = '', demands } = snapshot;
  const known = debits.find(({ ownReference }) => ownReference === reference);
  if (known && known.amountKobo === amountKobo) return known;
  if (known) {
    const detail = `Debit ${reference} already exists with another amount, ${showNaira(known.amountKobo)}.`;
    throw refusal('reference-conflict', detail, { differences: ['amount'] });
  }
  if (wasOwnForgotten(forgotten, reference)) {
    throw refusal('reference-conflict', `Debit ${reference} was made before, and is no longer listed.`);
  }
  if (!takesDemands(terms)) throw refusal('not-open', 'the debits of this mandate follow its plan');
  if (state !== 'ACTIVE') throw refusal('not-open', `the mandate is ${state}`);
  const whyNot = whyNoDebits(snapshot);
  if (whyNot !== undefined) throw refusal('not-open', `no debit starts: ${whyNot}`);
  if (demands >= MOST_DEMANDS) throw refusal('not-open', `the mandate has had ${MOST_DEMANDS} debits`);
  if (debits.filter((debit) => !isOver(debit)).length >= MOST_OPEN) {
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
  const known = refuseDebit(mandate.snapshot(), request);
  if (known) return { reference: known.reference, isNew: false };
  const { terms, demands } = mandate.snapshot();
  const reference = demandReference(terms.reference, demands + 1);
  mandate.change({ demands: demands + 1 });
  mandate.addDebit({
    reference,
    ownReference: request.reference,
    amountKobo: request.amountKobo,
    narration: request.narration ?? terms.description,
    state: 'PENDING',
    reason: 'requested by the merchant',
    requestedAt: timestamp(),
    dueAt: timestamp(),
    notAfter: iso(Math.min(Date.now() + debitValidityMs, endOf(terms))),
  });
  return { reference, isNew: true };
}

/** Adds the debit of a due date; returns its reference, or undefined when the mandate does not cover it. */
export function addPlanned(lifecycle: MandateLifecycle, due: PlannedDebit): string | undefined {
  const { lost } = lifecycle.subject().snapshot();
  const planned = { day: due.day, attempt: 1, dueAt: iso(due.at), notAfter: iso(due.notAfter) };
  return addAttempt(lifecycle, planned, { isLost: isBeforeLoss(lost, due.at) });
}

/** Adds the next attempt of each planned debit that is proven to have failed; returns their references. */
export function addRetries(
  lifecycle: MandateLifecycle,
  { debitRetryMs, debitValidityMs: validityMs, holidays }: Settings,
): string[] {
  const mandate = lifecycle.subject();
  const { terms, debits } = mandate.snapshot();
  const attempts = terms.plan?.attempts ?? 1;
  return debits.flatMap((debit) => {
    const { day, attempt = 1, state, failedTwice, failedAt, notAfter } = debit;
    if (day === undefined || state !== 'FAILED' || !failedTwice || attempt >= attempts) return [];
    const next = plannedReference(terms.reference, day, attempt + 1);
    if (mandate.findDebit(next) || mandate.wasListed(next)) return [];
    const dueAt = Date.parse(failedAt ?? '') + debitRetryMs;
    // a lost run may have sent the next attempt, however late it is by now
    const isLost = mayBeOfLostRun(mandate.snapshot(), debit, { validityMs, holidays });
    if (!isLost && (dueAt >= Date.parse(notAfter) || Date.now() >= Date.parse(notAfter))) return [];
    const planned = { day, attempt: attempt + 1, dueAt: iso(dueAt), notAfter };
    const added = addAttempt(lifecycle, planned, { isLost });
    return added === undefined ? [] : [added];
  });
}

function addAttempt(
  lifecycle: MandateLifecycle,
  planned: Required<Pick<Debit, 'day' | 'attempt' | 'dueAt' | 'notAfter'>>,
  { isLost }: { readonly isLost: boolean },
): string | undefined {
  const mandate = lifecycle.subject();
  const { terms } = mandate.snapshot();
  const reference = plannedReference(terms.reference, planned.day, planned.attempt);
  if (mandate.findDebit(reference) || mandate.wasListed(reference)) return undefined;
  const amountKobo = terms.debitAmountKobo ?? terms.plan?.amountKobo ?? ZERO;
  const remaining = remainingKobo(mandate.snapshot());
  // what a lost run may have sent counts, however much there is of it
  const isCovered = isLost || remaining === undefined || amountKobo <= remaining;
  mandate.addDebit({
    reference,
    ...planned,
    amountKobo,
    narration: terms.description,
    state: 'PENDING',
    reason: `due on ${planned.day}`,
    requestedAt: timestamp(),
  });
  if (isCovered) return reference;
  const left = showNaira(remaining);
  mandate
    .endDebitUnsent(reference, 'REFUSED', `${left} of the mandate's amount is left`)
    .forEach(lifecycle.notify);
  return undefined;
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
