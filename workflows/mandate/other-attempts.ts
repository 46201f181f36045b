import { type Debit, isWithoutMoney, plannedReference } from '../../src/domain/mandate/debit.js';
import { showsNoMoney } from '../../src/domain/mandate/verdict.js';
import { isQuestioned, othersOf, readAgainAt, waitForOthers } from '../shared/gateway/other-attempts.js';
import type { Wait } from '../shared/gateway/operation.js';
import { checkDebit } from './checks.js';
import type { MandateLifecycle } from './lifecycle.js';
import { isOfLostRun } from './lost.js';

/** Why another attempt of the same due date makes this one superfluous; undefined when none does. */
export function whySuperseded(lifecycle: MandateLifecycle, debit: Debit): string | undefined {
  const { day, attempt = 1 } = debit;
  if (day === undefined) return undefined;
  const others = lifecycle
    .subject()
    .snapshot()
    .debits.filter((other) => other.day === day);
  const paid = others.find((other) => other.attempt !== attempt && other.state === 'PAID');
  if (paid) return `attempt ${paid.attempt} of ${day} was paid`;
  // only a lost run can have sent one: it had ended this one before
  const later = others.find((other) => (other.attempt ?? 1) > attempt);
  return later && `attempt ${later.attempt} of ${day} was sent after it`;
}

/**
 * Reads the other attempts of the same due date: one that was taken for failed, or that a lost run sent, and has money
 * after all must not be followed by another. What the gateway has and Oware did not know is listed.
 */
export async function waitForOtherAttempts(
  lifecycle: MandateLifecycle,
  debit: Debit,
): Promise<Wait | undefined> {
  const mandate = lifecycle.subject();
  const { terms, lost } = mandate.snapshot();
  const { day, attempt = 1 } = debit;
  if (day === undefined) return undefined;
  const most = terms.plan?.attempts ?? 1;
  const isLost = lost !== undefined && (await isOfLostRun(lifecycle, debit));
  return waitForOthers(othersOf(attempt, most, { isLost }), async (n) => {
    const reference = plannedReference(terms.reference, day, n);
    // the reading decides: an attempt that is no longer listed has money as well
    if (!showsNoMoney(await checkDebit(lifecycle, reference))) return true;
    const known = mandate.findDebit(reference);
    return (known && (known.claimed || !isWithoutMoney(known))) || isQuestioned(lifecycle, [reference]);
  });
}

/** Reads every attempt that the plan allows on due dates of which a lost run may have sent more than is listed. */
export async function readLostDates(lifecycle: MandateLifecycle): Promise<void> {
  const mandate = lifecycle.subject();
  const unread = () =>
    new Set(mandate.snapshot().debits.flatMap(({ day, unread: is }) => (is && day ? [day] : [])));
  for (;;) {
    await lifecycle.pace.until(() => unread().size > 0);
    for (const day of unread()) if (await readDate(lifecycle, day)) mandate.setDateRead(day);
    if (unread().size > 0) await lifecycle.pace.pause(readAgainAt(), 'Read the attempts of a lost run again');
  }
}

/** False when the gateway did not answer for one of them. */
async function readDate(lifecycle: MandateLifecycle, day: string): Promise<boolean> {
  const { terms } = lifecycle.subject().snapshot();
  let isRead = true;
  for (const n of othersOf(0, terms.plan?.attempts ?? 1, { isLost: true })) {
    const { kind } = await checkDebit(lifecycle, plannedReference(terms.reference, day, n));
    isRead &&= kind !== 'none' && kind !== 'doubt';
  }
  return isRead;
}
