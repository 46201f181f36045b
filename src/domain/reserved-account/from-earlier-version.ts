import { ZERO } from '../money.js';
import { add } from '../movement/evidence.js';
import { createEndedCredits } from './ended-credits.js';
import { newCredit, withRefunded } from './known-credit.js';
import type { ReservedAccountSnapshot } from './reserved-account.js';
import { earlierVersion } from '../earlier-version.js';

/** An account of an earlier version knows the amounts of its newest credits only. */
export function accountWithEvidence(snapshot: ReservedAccountSnapshot): ReservedAccountSnapshot {
  if (snapshot.ended !== undefined) return snapshot;
  const ended = createEndedCredits('');
  for (const { transactionReference, amountKobo, refundedKobo = ZERO } of snapshot.credits) {
    const empty = newCredit(transactionReference, '');
    const money = { kind: 'reading', shows: 'money', amount: amountKobo, askedAt: 0, answeredAt: 0 } as const;
    const credit = { ...empty, movement: add(empty.movement, money), told: amountKobo, sent: 1 };
    ended.add(refundedKobo > ZERO ? withRefunded(credit, refundedKobo) : credit);
  }
  return { ...snapshot, open: [], ended: ended.text() };
}

export const earlierCredits = earlierVersion(['reserved-account'], accountWithEvidence);
