import { afterLoss, asSentByLostRun, LOST, type Loss } from '../pull/after-loss.js';
import { type Debit, wasForgotten } from './debit.js';
import { attemptOf, withShown } from './debits.js';
import { isEndedForGood, type MandateSnapshot, takesDemands } from './mandate.js';

/** The debits that are known from before a loss. */
export function debitsAfterLoss(
  mandate: Pick<MandateSnapshot, 'debits' | 'rules'>,
  loss: Loss,
): readonly Debit[] {
  const known = mandate.debits.map((debit) => afterLoss(debit, loss));
  return known.reduce<readonly Debit[]>(
    (shown, { reference }) => withShown(mandate, shown, reference),
    known,
  );
}

/**
 * What an operator has to say before a debit starts: whether there was a cancel, unless one is known, which stays in force; and,
 * where the merchant may have debited on demand, how much was debited.
 */
export function unknownAfterLoss({
  terms,
  state,
  cancel,
}: Pick<MandateSnapshot, 'terms' | 'state' | 'cancel'>): readonly ('commands' | 'total')[] {
  if (isEndedForGood(state)) return [];
  return [...(cancel ? [] : (['commands'] as const)), ...(takesDemands(terms) ? (['total'] as const) : [])];
}

interface LostDate {
  readonly day: string;
  readonly at: number;
  readonly notAfter: number;
}

/** The known due dates of which the lost run may have sent a further attempt: none of a mandate that had ended before. */
export function datesToContinue({
  terms,
  debits,
  state,
}: Pick<MandateSnapshot, 'terms' | 'debits' | 'state'>): readonly LostDate[] {
  if (isEndedForGood(state)) return [];
  const most = terms.plan?.attempts ?? 1;
  return debits.flatMap(({ day, attempt = 1, dueAt, notAfter, state }) =>
    day !== undefined && attempt < most && ['PENDING', 'PAUSED', 'FAILED'].includes(state)
      ? [{ day, at: Date.parse(dueAt), notAfter: Date.parse(notAfter) }]
      : [],
  );
}

/**
 * All attempts of a due date that a lost run may have sent, and that are not known. None of them is sent: they stand as sent
 * at this moment, until a record, or a day without one, says what became of them. Only the first is listed.
 */
export function lostDebits(
  mandate: Pick<MandateSnapshot, 'terms' | 'debits' | 'packed' | 'forgotten'>,
  { day, at, notAfter }: LostDate,
  now: number,
): readonly Debit[] {
  const { terms, debits, forgotten = '' } = mandate;
  const numbers = Array.from({ length: terms.plan?.attempts ?? 1 }, (_, index) => index + 1);
  const iso = (ms: number) => new Date(ms).toISOString();
  return numbers.flatMap((attempt) => {
    const place = { day, attempt, dueAt: iso(at), notAfter: iso(notAfter) };
    // it counts, also where the rest of the amount does not cover it
    const debit = attemptOf(terms, place, iso(now));
    const { reference } = debit;
    const isKnown = debits.some((each) => each.reference === reference) || wasForgotten(forgotten, reference);
    if (isKnown) return [];
    const isPossible = attempt > 1 && ({ isPossible: true } as const);
    return [asSentByLostRun({ ...debit, reason: LOST, ...isPossible }, { now, since: now })];
  });
}
