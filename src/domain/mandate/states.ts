import type { StateTexts } from '../lifecycle/state-texts.js';
import type { MandateState } from './mandate.js';

export const MANDATE_STATES: StateTexts<MandateState> = {
  PENDING: {
    means: 'The gateway is creating it.',
    waitsFor: "the gateway's answer",
    customer: 'Your direct debit is being set up.',
  },
  PENDING_AUTHORIZATION: {
    means: 'The customer has not authorised it yet. No debit starts.',
    waitsFor: "the customer's authorisation",
    customer: 'Please authorise the direct debit by the link that we sent you.',
  },
  PENDING_ACTIVATION: {
    means: 'The customer authorised it; the bank has not activated it yet.',
    waitsFor: "the customer's bank",
    customer: 'Your bank is activating the direct debit.',
  },
  ACTIVE: {
    means: 'The account can be debited within the limits of the mandate.',
    customer: 'Your direct debit is active.',
  },
  SUSPENDED: {
    means: 'The gateway has suspended it. No debit starts.',
    waitsFor: 'the gateway to activate it again',
    customer: 'Your direct debit is suspended. Please contact your bank.',
  },
  AUTHORIZATION_EXPIRED: {
    means: 'The customer did not authorise it in time. Nothing can be debited.',
    customer: 'The time to authorise the direct debit has ended.',
  },
  EXPIRED: { means: 'Its end date has passed. Nothing more can be debited.' },
  CANCELLED: {
    means: 'It is cancelled. Nothing more can be debited.',
    customer: 'Your direct debit is cancelled.',
  },
  FAILED: {
    means: 'The gateway could not set it up. Nothing can be debited.',
    customer: 'The direct debit could not be set up.',
  },
  REJECTED: {
    means: "The customer's bank rejected it. Nothing can be debited.",
    customer: 'Your bank rejected the direct debit.',
  },
  REFUSED: {
    means: 'It was refused before it was created. Nothing can be debited.',
    customer: 'The direct debit could not be set up.',
  },
};
