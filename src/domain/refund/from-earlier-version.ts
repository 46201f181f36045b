import { fromEarlierVersion } from '../payout/from-earlier-version.js';
import { type Refund, type RefundsSnapshot, toPayoutState } from './refund.js';
import { earlierVersion } from '../earlier-version.js';

/** What a run of an earlier version kept of a refund: a verdict, and not what it came from. */
export type EarlierRefund = Omit<Refund, 'movement' | 'reads' | 'concluded' | 'foreign' | 'unexpected'> & {
  readonly failedAt?: string;
  readonly failedTwice?: true;
  readonly concluded?: true;
  readonly foreign?: true;
};

/** What was known of a refund, as evidence. */
export function refundFromEarlier(earlier: EarlierRefund): Refund {
  const { failedAt, failedTwice, concluded, foreign, ...kept } = earlier;
  const { terms, state, reason, requestedAt, sentAt } = kept;
  return {
    ...kept,
    ...fromEarlierVersion({
      terms: { amountKobo: terms.amountKobo },
      state: toPayoutState(state),
      reason,
      epoch: requestedAt,
      ...(sentAt !== undefined && { sentAt }),
      ...(failedAt !== undefined && { failedAt }),
      ...(failedTwice && { failedTwice }),
      ...(concluded && { concluded }),
    }),
    ...(foreign && { unexpected: true as const }),
  };
}

/** Refunds as they are kept today; those of an earlier version get what was known as evidence. */
export function refundsWithEvidence(snapshot: RefundsSnapshot): RefundsSnapshot {
  if (snapshot.refunds.every((refund) => 'movement' in refund)) return snapshot;
  return {
    ...snapshot,
    refunds: snapshot.refunds.map((refund) =>
      'movement' in refund ? refund : refundFromEarlier(refund as unknown as EarlierRefund),
    ),
  };
}

export const earlierRefunds = earlierVersion(['refunds-of'], refundsWithEvidence);
