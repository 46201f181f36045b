import type { Held, Holdings, Progress } from '../sweep/record.js';
import { type Charge, paidOf } from './period.js';
import type { SubscriptionSnapshot } from './subscription.js';
import { ZERO } from '../money.js';

export function subscriptionHoldings({ periods }: SubscriptionSnapshot): Holdings {
  const charges = periods.flatMap(({ attempts, others = [] }) => [...attempts, ...others]);
  return {
    held: charges.flatMap((charge) =>
      charge.transactionReference === undefined ? [] : [toHeld(charge, charge.transactionReference)],
    ),
  };
}

function toHeld(charge: Charge, key: string): Held {
  return {
    source: 'transactions',
    key,
    state: charge.state === 'SENDING' ? 'PENDING' : charge.state,
    progress: progressOf(charge),
    amountKobo: paidOf(charge) ?? ZERO,
    at: charge.sentAt ?? charge.at,
  };
}

function progressOf({ state }: Charge): Progress {
  switch (state) {
    case 'PAID':
      return 'moved';
    case 'REVERSED':
      return 'returned';
    case 'REFUNDED':
      return 'refunded';
    case 'FAILED':
    case 'NOT_SENT':
      return 'none';
    default:
      return 'pending';
  }
}
