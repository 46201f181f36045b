import type { StateTexts } from '../lifecycle/state-texts.js';
import type { SettlementState } from './settlement.js';

export const SETTLEMENT_STATES: StateTexts<SettlementState> = {
  PENDING: {
    means:
      'Its payments are being compared with the total that the gateway announced, and with their lifecycles.',
    waitsFor: "the gateway's listing",
  },
  COMPLETED: {
    means: 'The listed payments sum to the total, to the kobo, and each was compared with its lifecycle.',
  },
  UNPROVEN: {
    means:
      'The listed payments do not sum to the total, the listing hides some of them, or the gateway does not list it.',
  },
};
