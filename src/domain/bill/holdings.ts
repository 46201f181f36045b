import { isEnded } from '../single-payout.js';
import type { Holdings, Progress } from '../sweep/record.js';
import type { BillSnapshot } from './bill.js';

export function billHoldings(bill: BillSnapshot): Holdings {
  const { terms, state } = bill;
  const held = { source: 'bills', key: terms.reference, state, amountKobo: terms.amountKobo } as const;
  return { held: [{ ...held, progress: progressOf(bill) }] };
}

function progressOf({ state, sentAt }: BillSnapshot): Progress {
  if (state === 'SUCCESS') return 'moved';
  if (sentAt === undefined) return 'unsent';
  return isEnded(state) ? 'none' : 'pending';
}
