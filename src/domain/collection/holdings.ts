import type { Held, Holdings, Progress } from '../sweep/record.js';
import { type Known, levelOf } from './verdict.js';

/** A transaction of a subscription, with what its records have shown. */
interface Transaction {
  readonly transactionReference: string;
  readonly known?: Known | undefined;
}

export function transactionHoldings(transactions: readonly Transaction[]): Holdings {
  return { held: transactions.map(toHeld) };
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
