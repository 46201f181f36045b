import type { Held, Holdings } from '../sweep/record.js';
import { hashesIn, reportedHash } from './reported-credits.js';
import type { ReservedAccountSnapshot } from './reserved-account.js';

/** An account keeps hashes of the credits that it has reported, and the newest ones in full. */
export function accountHoldings({ credits, reported, invoices }: ReservedAccountSnapshot): Holdings {
  const hashes = hashesIn(reported);
  const known = new Map(credits.map((credit) => [credit.transactionReference, credit]));
  // an invoice owns the money of its transaction
  const forwarded = new Set(invoices.map(({ transactionReference }) => transactionReference));

  function find(key: string): Held | undefined {
    const credit = known.get(key);
    if (!credit && !hashes.has(reportedHash(key)) && !forwarded.has(key)) return undefined;
    return {
      source: 'transactions',
      key,
      state: 'PAID',
      progress: 'moved',
      ...(credit && { amountKobo: credit.amountKobo }),
    };
  }

  return { held: [], find };
}
