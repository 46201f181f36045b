import { type Refund } from '../types/refund.js';
import { asNumber } from '../wire/amounts.js';
import { slashedShort } from '../wire/times.js';

/** SUCCESSFUL_REFUND and FAILED_REFUND. What the request calls refundReason is merchantReason here. */
export function refundEvent(refund: Refund) {
  return {
    eventType: refund.status === 'COMPLETED' ? 'SUCCESSFUL_REFUND' : 'FAILED_REFUND',
    eventData: {
      merchantReason: refund.reason,
      transactionReference: refund.transactionReference,
      completedOn: slashedShort(refund.completedAt ?? refund.createdAt),
      refundStatus: refund.status,
      customerNote: refund.customerNote,
      createdOn: slashedShort(refund.createdAt),
      refundReference: refund.refundReference,
      refundAmount: asNumber(refund.amountKobo),
    },
  };
}
