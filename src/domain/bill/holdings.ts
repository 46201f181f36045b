import { progressOf } from '../payout/progress.js';
import type { Holdings } from '../sweep/record.js';
import type { BillSnapshot } from './bill.js';

export function billHoldings(bill: BillSnapshot): Holdings {
  const { terms, state } = bill;
  const held = { source: 'bills', key: terms.reference, state, amountKobo: terms.amountKobo } as const;
  return { held: [{ ...held, progress: progressOf(bill) }] };
}
