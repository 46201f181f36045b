import type { BillSnapshot } from '../../../src/domain/bill/bill.js';
import { kobo } from '../../../src/domain/money.js';
import { UNKNOWN } from '../../../src/domain/payout/webhooks-due.js';
import { type Sample, START, withAbout } from '../sample.js';
import { knownOf } from '../payout-sample.js';
import { singlePayoutState } from '../single-payout-sample.js';

const AMOUNT = kobo(1_000_00);

export const SHOWN_WHOLE = 'success';

export function sampleOf(name: string): Sample {
  const { isSent, ...standing } = singlePayoutState(name, 'the gateway reports SUCCESS');
  // its run was lost, and may have sent it
  const known = name === 'on-hold' ? UNKNOWN : name;
  const snapshot: BillSnapshot = {
    lifecycle: 'bill',
    ...standing,
    ...knownOf(standing.state, AMOUNT, { reason: standing.reason, name: known }),
    terms: {
      reference: 'airtime-1',
      amountKobo: AMOUNT,
      currency: 'NGN',
      productCode: 'MTN_VTU',
      customerId: '08030001234',
    },
    validation: { at: START, customerName: 'ADA OBI' },
    ...(isSent && {
      sentAt: START,
      transactionReference: 'MFBP260115093000AB12',
      receipt: {
        description: 'Purchase successful',
        payableKobo: kobo(990_00),
        commissionKobo: kobo(10_00),
        productName: 'MTN airtime',
        billerCode: 'MTN',
        billerName: 'MTN',
      },
    }),
  };
  return { snapshot, ...withAbout(name) };
}
