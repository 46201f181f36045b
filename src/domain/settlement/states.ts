import type { StateTexts } from '../lifecycle/state-texts.js';
import type { SettlementState } from './settlement.js';

export const SETTLEMENT_STATES: StateTexts<SettlementState> = {
  PENDING: {
    means: 'Its payments are being compared with the total that the gateway announced.',
    waitsFor: "the gateway's listing",
  },
  COMPLETED: { means: 'The listed payments sum to the total, to the kobo.' },
  UNPROVEN: { means: 'The listed payments do not sum to the total, or the gateway does not list it.' },
};
