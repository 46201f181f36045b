import { kobo } from '../../../src/domain/money.js';
import type { TransferSnapshot, TransferState } from '../../../src/domain/transfer/transfer.js';
import { named, reached, type Sample, START, withAbout } from '../sample.js';
import { knownOf } from '../payout-sample.js';

const STATES: readonly TransferState[] = [
  'WAITING_FOR_APPROVAL',
  'WAITING_FOR_FUNDS',
  'PENDING_AUTHORIZATION',
  'OTP_EMAIL_DISPATCH_FAILED',
  'SUCCESS',
  'FAILED',
  'EXPIRED',
  'REVERSED',
  'CANCELLED',
  'REFUSED',
];

const REASONS: Partial<Record<TransferState, string>> = {
  SUCCESS: 'the gateway reports SUCCESS: Approved or completed successfully',
  FAILED: 'the gateway reports FAILED: Dormant account',
  REVERSED: 'the gateway reports REVERSED',
  CANCELLED: 'the merchant cancelled it',
};

/** The state of types that are not named after one. */
const OTHERS: Readonly<Record<string, TransferState>> = {
  'on-hold': 'PENDING',
  'outcome-unknown': 'PENDING',
  'safe-to-pay-again': 'FAILED',
  unexpected: 'SUCCESS',
};

const AMOUNT = kobo(5_000_00);

export const SHOWN_WHOLE = 'success';

export function sampleOf(name: string): Sample {
  const state = named(STATES, name) ?? OTHERS[name] ?? 'SUCCESS';
  const isSent = state !== 'PENDING' && state !== 'CANCELLED' && !state.startsWith('WAITING');
  const reason = REASONS[state] ?? 'created by the merchant';
  const snapshot: TransferSnapshot = {
    lifecycle: 'transfer',
    ...reached(state, reason),
    ...knownOf(state, AMOUNT, { reason, name }),
    terms: {
      reference: 'salary-1',
      amountKobo: AMOUNT,
      currency: 'NGN',
      destination: { bankCode: '058', accountNumber: '0123456789', accountName: 'Ada Obi' },
      narration: 'Salary January',
    },
    name: { held: 'OBI ADA NGOZI', matches: name !== 'on-hold', at: START },
    ...(isSent && {
      sentAt: START,
      transactionReference: 'MFDS45820260115093000000123ABCDEF',
      feeKobo: kobo(10_00),
    }),
    ...(state === 'SUCCESS' && { sessionId: '999058260115093000000000000001' }),
    ...(name === 'unexpected' && { unexpected: true as const }),
  };
  return { snapshot, ...withAbout(name) };
}
