import type { SettlementSnapshot } from '../../src/domain/settlement/settlement.js';
import { toSettlement } from '../../src/domain/settlement/view.js';
import { SETTLEMENT_WEBHOOKS } from '../../src/domain/settlement/webhook-types.js';
import { SETTLEMENT_STATES } from '../../src/domain/settlement/states.js';
import type { LifecycleInput, LifecycleKind } from '../shared/messages.js';

export type SettlementInput = LifecycleInput<SettlementSnapshot['terms'], SettlementSnapshot>;

export const SETTLEMENT: LifecycleKind<SettlementSnapshot['terms'], SettlementSnapshot> = {
  noun: 'settlement',
  about: "What the gateway paid to the merchant's bank, compared with the payments.",
  prefix: 'settlement',
  type: 'proveSettlement',
  path: '/v1/settlements',
  firstState: 'PENDING',
  states: SETTLEMENT_STATES,
  isOver: ({ state }) => state !== 'PENDING',
  freeText: [],
  summaryOf: ({ reference }) => `Settlement ${reference}`,
  toView: toSettlement,
  viewName: 'settlement',
  webhooks: SETTLEMENT_WEBHOOKS,
  takesEvents: true,
  // a search that finds it again has nothing to add, unless the listing has grown
  isKnownEvent: ({ proven, listed }, event) =>
    event.kind === 'settlement' &&
    event.foundBy !== undefined &&
    (event.listedCount === undefined || event.listedCount === (proven ?? listed)?.count),
  commands: {},
};
