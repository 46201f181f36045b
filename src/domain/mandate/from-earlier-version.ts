import type { Kobo } from '../money.js';
import { totalOf, ZERO } from '../money.js';
import { add } from '../movement/evidence.js';
import { fromEarlierVersion } from '../payout/from-earlier-version.js';
import type { Debit } from './debit.js';
import type { MandateSnapshot } from './mandate.js';
import { earlierVersion } from '../earlier-version.js';

/** What a run of an earlier version kept of a debit: a verdict, and not what it came from. */
export type EarlierDebit = Omit<Debit, 'movement' | 'reads' | 'concluded' | 'foreign'> & {
  readonly failedAt?: string;
  readonly failedTwice?: true;
  readonly concluded?: true;
  readonly claimed?: true;
  readonly foreign?: true;
};

/** What was known of a debit, as evidence. */
export function debitFromEarlier(earlier: EarlierDebit): Debit {
  const { failedAt, failedTwice, concluded, claimed, foreign, amountKobo, state, ...rest } = earlier;
  const { reason, requestedAt, sentAt } = rest;
  const { record, movement, ...known } = fromEarlierVersion({
    terms: { amountKobo },
    state: state === 'PAID' ? 'SUCCESS' : state,
    reason,
    epoch: requestedAt,
    ...(sentAt !== undefined && { sentAt }),
    ...(failedAt !== undefined && { failedAt }),
    ...(failedTwice && { failedTwice }),
    ...(concluded && { concluded }),
  });
  return {
    ...rest,
    amountKobo,
    state,
    ...known,
    movement: claimed ? add(movement, { kind: 'claim', shows: 'money', amount: amountKobo }) : movement,
    ...(record && { observed: record.observed }),
    ...(foreign && { unexpected: true }),
    ...(failedTwice && { isFailureProven: true }),
  };
}

/** A mandate as it is kept today; the debits of an earlier version get what was known as evidence. */
export function mandateWithEvidence(snapshot: MandateSnapshot): MandateSnapshot {
  if (snapshot.debits.every((debit) => 'movement' in debit)) return snapshot;
  const { debits, debited } = snapshot;
  const paid = debits.filter(({ state }) => state === 'PAID').map(({ amountKobo }): Kobo => amountKobo);
  const listed = totalOf(...paid);
  const sumKobo = debited.sumKobo > listed ? ((debited.sumKobo - listed) as Kobo) : ZERO;
  return {
    ...snapshot,
    debits: debits.map((debit) => debitFromEarlier(debit as unknown as EarlierDebit)),
    packed: { count: Math.max(debited.count - paid.length, 0), sumKobo, mostKobo: sumKobo },
  };
}

export const earlierDebits = earlierVersion(['mandate'], mandateWithEvidence);
