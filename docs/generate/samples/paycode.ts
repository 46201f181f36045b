import { kobo } from '../../../src/domain/money.js';
import type { PaycodeSnapshot } from '../../../src/domain/paycode/paycode.js';
import { CAME, type Sample, START, withAbout } from '../sample.js';
import { singlePayoutState } from '../single-payout-sample.js';

export const SHOWN_WHOLE = 'success';

export function sampleOf(name: string): Sample {
  const { isSent, ...standing } = singlePayoutState(name, 'the gateway reports COMPLETED');
  const snapshot: PaycodeSnapshot = {
    lifecycle: 'paycode',
    ...standing,
    terms: {
      reference: 'cash-1',
      amountKobo: kobo(2_000_00),
      currency: 'NGN',
      beneficiaryName: 'Ada Obi',
      expiresAt: '2026-01-16T09:00:00.000Z',
    },
    ...(isSent && {
      sentAt: START,
      transactionReference: 'MFY-0123456789abcdef0123456789abcdef',
      maskedCode: '********12',
      feeKobo: kobo(20_00),
    }),
    ...(name === 'safe-to-pay-again' && { failedAt: CAME, failedTwice: true }),
  };
  return { snapshot, ...withAbout(name) };
}
