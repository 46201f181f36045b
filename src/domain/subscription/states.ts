import type { StateTexts } from '../lifecycle/state-texts.js';
import type { SubscriptionState } from './subscription.js';

export const SUBSCRIPTION_STATES: StateTexts<SubscriptionState> = {
  PENDING: {
    means: 'Its card is being read; no period is charged yet.',
    waitsFor: 'the card',
    customer: 'Your subscription is being set up.',
  },
  ACTIVE: {
    means: 'Each period is charged on its due date.',
    waitsFor: 'the next due date',
    customer: 'Your subscription is active.',
  },
  PAUSED: {
    means:
      'The merchant paused it, or it was recovered after its workflow was lost: periods that become due are missed, not charged later.',
    waitsFor: 'the merchant to resume it',
    customer: 'Your subscription is paused. Nothing is charged.',
  },
  ON_HOLD: {
    means: 'The card cannot be charged: no period is charged until it is replaced.',
    waitsFor: 'another card',
    customer: 'Your card was declined. Please give us another card.',
  },
  ENDED: { means: 'Its last period has ended.', customer: 'Your subscription has ended.' },
  CANCELLED: {
    means: 'It is cancelled. Nothing more is charged.',
    customer: 'Your subscription is cancelled. Nothing more is charged.',
  },
  REFUSED: {
    means: 'It was refused before it started. Nothing is charged.',
    customer: 'The subscription could not be started. Nothing is charged.',
  },
};
