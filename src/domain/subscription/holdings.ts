import { transactionHoldings } from '../collection/holdings.js';
import type { Holdings } from '../sweep/record.js';
import type { SubscriptionSnapshot } from './subscription.js';

export function subscriptionHoldings({ periods }: SubscriptionSnapshot): Holdings {
  const attempts = periods.flatMap((period) => period.attempts);
  return transactionHoldings(
    attempts.flatMap(({ transactionReference, known }) =>
      transactionReference === undefined ? [] : [{ transactionReference, known }],
    ),
  );
}
