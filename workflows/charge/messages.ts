import type { ChargeSnapshot, ChargeTerms } from '../../src/domain/charge/charge.js';
import { toCharge } from '../../src/domain/charge/view.js';
import { CHARGE_WEBHOOKS } from '../../src/domain/charge/webhook-types.js';
import { orderHoldings } from '../../src/domain/order/holdings.js';
import { isOver } from '../../src/domain/order/state.js';
import { textOf } from '../../src/domain/order/texts.js';
import { showNaira } from '../../src/domain/money.js';
import { CHARGE_STATES } from '../../src/domain/charge/states.js';
import type { LifecycleInput, LifecycleKind } from '../shared/messages.js';

export type ChargeInput = LifecycleInput<ChargeTerms, ChargeSnapshot>;

export const CHARGE: LifecycleKind<ChargeTerms, ChargeSnapshot> = {
  noun: 'charge',
  about: 'A card that paid before is charged again.',
  created: { scope: 'collect', command: 'Charge the card of a paid checkout again' },
  prefix: 'charge',
  type: 'makeCharge',
  path: '/v1/charges',
  firstState: 'PENDING',
  states: CHARGE_STATES,
  textOf: (order) => textOf(order, CHARGE_STATES),
  isOver,
  freeText: ['name', 'description', 'metadata'],
  summaryOf: ({ reference, amountKobo }) => `Charge ${reference}: ${showNaira(amountKobo)}`,
  amountOf: ({ amountKobo }) => amountKobo,
  toView: toCharge,
  viewName: 'charge',
  webhooks: CHARGE_WEBHOOKS,
  takesEvents: true,
  holdingsOf: orderHoldings,
  cancelRequest: 'POST /v1/charges/{reference}/cancel',
  commands: {},
};
