import { progressOf } from '../payout/progress.js';
import type { Holdings } from '../sweep/record.js';
import type { RefundsSnapshot } from './refund.js';

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
