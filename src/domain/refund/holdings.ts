import type { Holdings, Progress } from '../sweep/record.js';
import { isEnded, type Refund, type RefundsSnapshot } from './refund.js';

export function refundHoldings({ refunds, terms }: RefundsSnapshot): Holdings {
  return {
    held: refunds.map((refund) => ({
      source: 'refunds',
      key: refund.terms.refundReference,
      state: refund.state,
      progress: progressOf(refund),
      amountKobo: refund.terms.amountKobo,
      transactionReference: terms.reference,
    })),
  };
}

function progressOf({ state, sentAt, foreign }: Refund): Progress {
  if (state === 'COMPLETED') return 'moved';
  if (sentAt === undefined && !foreign) return 'unsent';
  return isEnded(state) ? 'none' : 'pending';
}
