import type { StateTexts } from '../lifecycle/state-texts.js';
import { BEFORE_SENDING } from '../payout/payout-states.js';
import type { BatchState } from './batch.js';
import type { PartState } from './batch-part.js';

const SENT = {
  PENDING_AUTHORIZATION: {
    means: 'The gateway has the rows, and sends no money before it has the OTP.',
    waitsFor: "the OTP from the merchant's e-mail",
  },
  IN_PROGRESS: { means: 'The gateway pays the rows.', waitsFor: 'the outcome of every row' },
  COMPLETED: { means: 'Every row has its final state; `totals` has the sums.' },
  CANCELLED: { means: 'It was cancelled before it was sent, or before its OTP. It moved no money.' },
  REFUSED: { means: 'It was refused before it was sent. It moved no money.' },
  EXPIRED: { means: 'It was not sent, or not authorised, before its last moment. It moved no money.' },
} as const;

export const BATCH_STATES: StateTexts<BatchState> = {
  ...BEFORE_SENDING,
  ...SENT,
  PENDING: {
    means: 'The rows are being stored, and their names compared with those at the banks.',
    waitsFor: 'the last row and the names at the banks',
  },
};

export const PART_STATES: StateTexts<PartState> = {
  ...BEFORE_SENDING,
  ...SENT,
  PENDING: { means: 'The names are compared with those at the banks.', waitsFor: 'the names at the banks' },
  READY: { means: 'It is ready, and is sent with its batch.', waitsFor: 'the batch' },
};
