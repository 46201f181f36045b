import { standingOf } from '../movement/standing.js';
import type { Held, Holdings, Progress } from '../sweep/record.js';
import { ZERO } from '../money.js';
import type { OrderTransaction } from './order.js';

/** What an order holds of the gateway's records. */
export const orderHoldings = ({
  transactions,
}: {
  readonly transactions: readonly OrderTransaction[];
}): Holdings => ({ held: transactions.map(toHeld) });

function toHeld(transaction: OrderTransaction): Held {
  const { transactionReference, movement, paid, record, isCash } = transaction;
  return {
    source: 'transactions',
    key: transactionReference,
    state: record?.word ?? 'PENDING',
    progress: progressOf(transaction),
    amountKobo: movement.hasShown ? (paid?.amountKobo ?? movement.proven) : ZERO,
    ...(isCash && { isUnlisted: true as const }),
  };
}

/** How far its money got, for the comparison with the gateway's lists. */
function progressOf({ movement, record }: OrderTransaction): Progress {
  const { name } = standingOf(movement);
  if (movement.proven > ZERO) return name === 'returned' ? 'refunded' : 'moved';
  switch (name) {
    case 'returned':
      return record?.word === 'REFUNDED' ? 'refunded' : 'returned';
    case 'nothing':
    case 'ending':
      return 'none';
    default:
      return 'pending';
  }
}
