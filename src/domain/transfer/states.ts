import type { StateTexts } from '../lifecycle/state-texts.js';
import { BEFORE_SENDING, ENDS_OF_PAYOUTS } from '../payout/payout-states.js';
import type { TransferState } from './transfer.js';

export const TRANSFER_STATES: StateTexts<TransferState> = {
  ...BEFORE_SENDING,
  ...ENDS_OF_PAYOUTS,
  PENDING: {
    means: 'It is being prepared or, if `sentAt` is set, under way at the gateway.',
    waitsFor: "the gateway's answer",
    customer: 'Your payment is under way.',
  },
  PENDING_AUTHORIZATION: {
    means: 'The gateway has it, and sends no money before it has the OTP.',
    waitsFor: "the OTP from the merchant's e-mail",
    customer: 'Your payment is being approved.',
  },
  OTP_EMAIL_DISPATCH_FAILED: {
    means: 'The gateway has it, but could not send the OTP by e-mail.',
    waitsFor: 'another OTP: request one',
    customer: 'Your payment is being approved.',
  },
  REVERSED: {
    means: 'The money came back after it was sent.',
    customer: 'Your bank returned the payment. We will contact you.',
  },
};
