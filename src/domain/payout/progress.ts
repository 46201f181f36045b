import { standingOf } from '../movement/standing.js';
import type { Progress } from '../sweep/record.js';
import type { Payout } from './payout.js';

/** How far a payout has come, for the comparison with the gateway's lists. */
export function progressOf({ movement }: Payout): Progress {
  switch (standingOf(movement).name) {
    case 'unsent':
      return 'unsent';
    case 'moved':
      return 'moved';
    case 'returned':
      return 'returned';
    case 'nothing':
      return 'none';
    default:
      return 'pending';
  }
}
