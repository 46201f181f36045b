import type { StateTexts } from '../lifecycle/state-texts.js';
import type { ReservedAccountState } from './reserved-account.js';

export const RESERVED_ACCOUNT_STATES: StateTexts<ReservedAccountState> = {
  PENDING: {
    means: 'The gateway is reserving the account numbers.',
    waitsFor: "the gateway's answer",
    customer: 'Your account number is being reserved.',
  },
  ACTIVE: {
    means: 'The customer can pay into the account numbers at any time.',
    waitsFor: 'payments',
    customer: 'You can pay into your account number at any time.',
  },
  DEALLOCATING: {
    means: 'The gateway is closing the account numbers.',
    waitsFor: "the gateway's answer",
    customer: 'Please do not pay into the account number any longer.',
  },
  DEALLOCATED: {
    means: 'The account numbers are closed. Later payments are reported for review.',
    customer: 'The account number is closed. Please do not pay into it.',
  },
  REFUSED: {
    means: 'It was refused before anything was reserved.',
    customer: 'The account number could not be reserved.',
  },
  FAILED: {
    means: 'The gateway did not reserve account numbers.',
    customer: 'The account number could not be reserved.',
  },
};
