import type { Holdings, Progress } from '../sweep/record.js';
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

function progressOf({ state, sentAt, unexpected }: TransferSnapshot): Progress {
  switch (state) {
    case 'SUCCESS':
      return 'moved';
    case 'REVERSED':
      return 'returned';
    case 'FAILED':
    case 'EXPIRED':
    case 'CANCELLED':
    case 'REFUSED':
      return sentAt === undefined && !unexpected ? 'unsent' : 'none';
    default:
      return sentAt === undefined && !unexpected ? 'unsent' : 'pending';
  }
}
