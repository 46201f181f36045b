import { kobo } from '../../../src/domain/money.js';
import type { PaycodeSnapshot } from '../../../src/domain/paycode/paycode.js';
import { UNKNOWN } from '../../../src/domain/payout/webhooks-due.js';
import { type Sample, START, withAbout } from '../sample.js';
import { knownOf } from '../payout-sample.js';
import { singlePayoutState } from '../single-payout-sample.js';

const AMOUNT = kobo(2_000_00);

export const SHOWN_WHOLE = 'success';

export function sampleOf(name: string): Sample {
  const { isSent, ...standing } = singlePayoutState(name, 'the gateway reports COMPLETED');
  // its run was lost, and may have sent it
  const known = name === 'on-hold' ? UNKNOWN : name;
  const snapshot: PaycodeSnapshot = {
    lifecycle: 'paycode',
    ...standing,
    ...knownOf(standing.state, AMOUNT, { reason: standing.reason, name: known }),
    terms: {
      reference: 'cash-1',
      amountKobo: AMOUNT,
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
  };
  return { snapshot, ...withAbout(name) };
}
