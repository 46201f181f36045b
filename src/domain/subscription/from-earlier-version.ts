import type { Kobo } from '../money.js';
import { fromEarlierVersion } from '../payout/from-earlier-version.js';
import type { PayoutState } from '../payout/payout.js';
import { without } from '../without.js';
import { type Charge, type ChargeState, paidOf, type Period } from './period.js';
import type { SubscriptionSnapshot } from './subscription.js';
import { earlierVersion } from '../earlier-version.js';

/** What a run of an earlier version kept of a charge: a verdict, and not what it came from. */
export type EarlierCharge = Pick<Charge, 'n' | 'paymentReference' | 'state' | 'reason' | 'at'> &
  Partial<Pick<Charge, 'transactionReference' | 'sentAt' | 'card' | 'reported' | 'known' | 'refundedKobo'>>;

const STATES: Readonly<Record<ChargeState, PayoutState>> = {
  SENDING: 'PENDING',
  PENDING: 'PENDING',
  PAID: 'SUCCESS',
  FAILED: 'FAILED',
  NOT_SENT: 'CANCELLED',
  REVERSED: 'REVERSED',
  REFUNDED: 'REVERSED',
};

/** What was known of a charge, as evidence. */
export function chargeFromEarlier(earlier: EarlierCharge, amountKobo: Kobo): Charge {
  const { paymentReference, state, reason, at, sentAt, known } = earlier;
  const { record, ...evidence } = fromEarlierVersion({
    terms: { amountKobo: paidOf({ ...earlier, movement: { proven: 0 } } as unknown as Charge) ?? amountKobo },
    state: STATES[state],
    reason,
    epoch: at,
    ...(sentAt !== undefined && { sentAt }),
    ...(known?.kind === 'end' && { failedAt: at, failedTwice: true as const }),
  });
  return {
    ...earlier,
    key: paymentReference,
    notAfter: at,
    ...evidence,
    ...(record && { observed: record.observed }),
  };
}

/** A subscription as it is kept today; the charges of an earlier version get what was known as evidence. */
export function subscriptionWithEvidence(snapshot: SubscriptionSnapshot): SubscriptionSnapshot {
  const { periods } = snapshot;
  if (periods.every(({ attempts }) => attempts.every((charge) => 'movement' in charge))) return snapshot;
  return {
    ...without(snapshot, 'others'),
    periods: periods.map((period): Period => {
      const { attempts, amountKobo } = period;
      return { ...period, attempts: attempts.map((charge) => chargeFromEarlier(charge, amountKobo)) };
    }),
  };
}

export const earlierPeriods = earlierVersion(['subscription'], subscriptionWithEvidence);
