import type { Held, Holdings, Progress } from '../sweep/record.js';
import type { CashPayment } from './cash.js';
import { type Known, levelOf } from './verdict.js';

/** A transaction of a checkout or an invoice, with what its records have shown. */
interface Transaction {
  readonly transactionReference: string;
  readonly known?: Known | undefined;
}

export function transactionHoldings(
  transactions: readonly Transaction[],
  cash: readonly CashPayment[] = [],
): Holdings {
  return { held: [...transactions.map(toHeld), ...cash.map(toCash)] };
}

function toCash({ transactionReference, amountKobo, status }: CashPayment): Held {
  return {
    source: 'transactions',
    key: transactionReference,
    state: status,
    progress: 'moved',
    amountKobo,
    isUnlisted: true,
  };
}

function toHeld({ transactionReference, known }: Transaction): Held {
  return {
    source: 'transactions',
    key: transactionReference,
    state: stateOf(known),
    progress: progressOf(known),
    amountKobo: levelOf(known),
  };
}

function stateOf(known: Known | undefined): string {
  if (known === undefined) return 'PENDING';
  return known.kind === 'money' ? 'PAID' : known.to;
}

function progressOf(known: Known | undefined): Progress {
  switch (known?.kind) {
    case undefined:
      return 'pending';
    case 'money':
      return 'moved';
    case 'end':
      return 'none';
    case 'returned':
      return known.to === 'REFUNDED' ? 'refunded' : 'returned';
  }
}
