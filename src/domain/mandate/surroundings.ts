import type { Debit } from './debit.js';
import { othersIn } from './debits.js';
import { type MandateSnapshot, reasonsAgainst } from './mandate.js';
import { totalOf, ZERO } from '../money.js';
import { standingOf } from '../movement/standing.js';
import type { Situation } from '../pull/next-step.js';

/** What decides about a debit beside itself. */
export function surroundingsOf(
  snapshot: MandateSnapshot,
  debit: Debit,
): Pick<Situation, 'startAt' | 'notAfter' | 'against' | 'others' | 'limits'> {
  const { terms, debits, packed } = snapshot;
  const others = debits.filter((each) => each.reference !== debit.reference);
  const standings = others.map(({ movement }) => standingOf(movement));
  const taken = totalOf(packed?.mostKobo ?? ZERO, ...standings.map(({ most }) => most));
  const proven = totalOf(packed?.sumKobo ?? ZERO, ...standings.map(({ least }) => least));
  const isOurs = !debit.isPossible && !debit.unexpected;
  return {
    startAt: Date.parse(debit.dueAt),
    notAfter: Date.parse(debit.notAfter),
    against: [
      ...reasonsAgainst(snapshot),
      ...(isOurs ? [] : [{ reason: 'it was not requested here', isLasting: true as const }]),
    ],
    others: othersIn(debits, debit),
    limits:
      terms.amountKobo === undefined
        ? []
        : [{ name: "the mandate's amount", cap: terms.amountKobo, taken, proven }],
  };
}
