import type { BillSnapshot } from '../../../src/domain/bill/bill.js';
import { kobo } from '../../../src/domain/money.js';
import { CAME, type Sample, START, withAbout } from '../sample.js';
import { singlePayoutState } from '../single-payout-sample.js';

export const SHOWN_WHOLE = 'success';

export function sampleOf(name: string): Sample {
  const { isSent, ...standing } = singlePayoutState(name, 'the gateway reports SUCCESS');
  const snapshot: BillSnapshot = {
    lifecycle: 'bill',
    ...standing,
    terms: {
      reference: 'airtime-1',
      amountKobo: kobo(1_000_00),
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
    ...(name === 'safe-to-pay-again' && { failedAt: CAME, failedTwice: true }),
  };
  return { snapshot, ...withAbout(name) };
}
