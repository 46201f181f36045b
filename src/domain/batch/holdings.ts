import { rowReference } from '../reference.js';
import type { Holdings, Progress } from '../sweep/record.js';
import type { PartSnapshot } from './batch-part.js';
import type { PartRow } from './part-row.js';

export function partHoldings({ terms, rows, sentAt }: PartSnapshot): Holdings {
  return {
    held: terms.rows.map(({ n, amountKobo }, index) => {
      const row = rows[index] ?? { state: 'PENDING' };
      return {
        source: 'transfers',
        key: rowReference(terms.batch, n),
        state: row.state,
        progress: progressOf(row, sentAt !== undefined),
        amountKobo,
      };
    }),
  };
}

/** A row that the gateway has a word for was sent, whatever became of its part. */
function progressOf({ state, status }: PartRow, isPartSent: boolean): Progress {
  switch (state) {
    case 'SUCCESS':
      return 'moved';
    case 'REVERSED':
      return 'returned';
    case 'HELD':
      return 'unsent';
    case 'PENDING':
      return isPartSent ? 'pending' : 'unsent';
    default:
      return status === undefined ? 'unsent' : 'none';
  }
}
