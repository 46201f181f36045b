import { type Debit, plannedAttempt } from '../../src/domain/mandate/debit.js';
import { isBeforeLoss, mayBeOfLostRun, plannedOn } from '../../src/domain/mandate/planned.js';
import type { FoundAttempt } from './debits-state.js';
import type { MandateLifecycle } from './lifecycle.js';

const iso = (ms: number) => new Date(ms).toISOString();

/** Whether a lost run may have sent this debit, or another attempt of its due date: all are read before one is sent. */
export async function isOfLostRun(lifecycle: MandateLifecycle, debit: Debit): Promise<boolean> {
  const { debitValidityMs: validityMs, holidays } = await lifecycle.settings();
  return mayBeOfLostRun(lifecycle.subject().snapshot(), debit, { validityMs, holidays });
}

/** The place in the plan of a reference that a lost run may have used; undefined for every other reference. */
export async function placeOfLost(
  lifecycle: MandateLifecycle,
  reference: string,
): Promise<FoundAttempt | undefined> {
  const { terms, lost } = lifecycle.subject().snapshot();
  const place = plannedAttempt(terms.reference, reference);
  if (!place || place.attempt > (terms.plan?.attempts ?? 1)) return undefined;
  const { debitValidityMs: validityMs, holidays } = await lifecycle.settings();
  const due = plannedOn(terms, place.day, { validityMs, holidays });
  if (!due || !isBeforeLoss(lost, due.at)) return undefined;
  return { ...place, dueAt: iso(due.at), notAfter: iso(due.notAfter) };
}
