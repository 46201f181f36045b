import { ZERO } from '../money.js';
import { standingOf } from '../movement/standing.js';
import type { Held, Holdings, Progress } from '../sweep/record.js';
import { findEnded } from './ended-credits.js';
import { countedOf, type KnownCredit } from './known-credit.js';
import { hashesIn, reportedHash } from './reported-credits.js';
import type { ReservedAccountSnapshot } from './reserved-account.js';

/**
 * An account keeps amounts of its newer credits, and of all that it has reported within days that it did. What pays an invoice is
 * none of them: the invoice holds it, or must be woken.
 */
export function accountHoldings({ open = [], ended = '', reported }: ReservedAccountSnapshot): Holdings {
  const hashes = hashesIn(reported);
  return {
    held: [],
    find: ({ key }) => {
      const known = open.find(({ transactionReference }) => transactionReference === key);
      const credit = known ?? findEnded(ended, key);
      return heldOf(key, credit, hashes.has(reportedHash(key)));
    },
  };
}

/** One credit, for the comparison with the gateway's lists. */
export function heldOf(key: string, credit: KnownCredit | undefined, wasReported: boolean): Held | undefined {
  const amountKobo = credit && countedOf(credit);
  const held = { source: 'transactions', key } as const;
  if (credit && amountKobo !== undefined && (amountKobo > ZERO || credit.movement.returned > ZERO)) {
    const [state, progress] = progressOf(credit);
    return { ...held, state, progress, ...(amountKobo > ZERO && { amountKobo }) };
  }
  return wasReported ? { ...held, state: 'PAID', progress: 'moved' } : undefined;
}

function progressOf(credit: KnownCredit): readonly [state: string, progress: Progress] {
  if (countedOf(credit) === ZERO) return ['REVERSED', 'returned'];
  return standingOf(credit.movement).name === 'returned' ? ['REFUNDED', 'refunded'] : ['PAID', 'moved'];
}
