import { progressOf } from '../payout/progress.js';
import type { Holdings } from '../sweep/record.js';
import type { TransferSnapshot } from './transfer.js';

export function transferHoldings(transfer: TransferSnapshot): Holdings {
  const { terms, state, transitions } = transfer;
  const returned = transitions.findLast(({ to }) => to === 'REVERSED');
  return {
    held: [
      {
        source: 'transfers',
        key: terms.reference,
        state,
        progress: progressOf(transfer),
        amountKobo: terms.amountKobo,
        ...(returned && { returnedAt: returned.at }),
      },
    ],
  };
}
