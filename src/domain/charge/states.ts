import type { CollectionState } from '../collection/collection.js';
import { COLLECTION_STATES } from '../collection/states.js';
import type { StateTexts } from '../lifecycle/state-texts.js';

/** A charge has no payer who pays in time or pays the rest: only its card is charged. */
export const CHARGE_STATES: StateTexts<CollectionState> = {
  ...COLLECTION_STATES,
  PENDING: {
    means: 'It is being prepared, or it may have been sent and its outcome is not known yet.',
    waitsFor: "the send, or the gateway's record",
    customer: 'Your card has not been charged yet, as far as we know. Please do not pay in another way.',
  },
  CLOSING: {
    means: 'The gateway is asked for the outcome.',
    waitsFor: "the gateway's final record",
    customer: 'We are checking whether your card was charged. Please do not pay in another way.',
  },
  PARTIALLY_PAID: {
    means: 'The gateway charged less than the amount.',
    customer: 'Your card was charged with a part of the amount. We will contact you about the rest.',
  },
  EXPIRED: {
    means:
      'It was not sent before its last moment, or the gateway ended it without a payment. `safeToChargeAgain` says whether it may be charged again.',
    customer: 'Your card was not charged.',
  },
  FAILED: {
    means:
      'The gateway reports that the card was not charged, or has no charge a day after it may have been sent. `safeToChargeAgain` says whether it may be charged again.',
    customer: 'Your card was not charged.',
  },
  CANCELLED: {
    means: 'The merchant cancelled it before it was sent.',
    customer: 'The order was cancelled. Your card was not charged.',
  },
  REFUSED: {
    means: 'It was refused. This request charged no card.',
    customer: 'Your card was not charged.',
  },
};
