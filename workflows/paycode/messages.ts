import { showNaira } from '../../src/domain/money.js';
import { paycodeHoldings } from '../../src/domain/paycode/holdings.js';
import type { PaycodeSnapshot, PaycodeTerms } from '../../src/domain/paycode/paycode.js';
import { toPaycode } from '../../src/domain/paycode/view.js';
import { PAYCODE_WEBHOOKS } from '../../src/domain/paycode/webhook-types.js';
import { isOver } from '../../src/domain/payout/single-payout.js';
import { PAYCODE_STATES } from '../../src/domain/paycode/states.js';
import { approvalCommands, type LifecycleInput, type LifecycleKind } from '../shared/messages.js';

export type PaycodeInput = LifecycleInput<PaycodeTerms, PaycodeSnapshot>;

const commands = approvalCommands<PaycodeSnapshot>();

export const PAYCODE: LifecycleKind<PaycodeTerms, PaycodeSnapshot, typeof commands> = {
  noun: 'paycode',
  about: 'Cash that a beneficiary collects with a code.',
  created: { scope: 'pay', command: 'Create a code for cash' },
  prefix: 'paycode',
  type: 'payPaycode',
  path: '/v1/paycodes',
  firstState: 'PENDING',
  states: PAYCODE_STATES,
  isOver,
  freeText: ['beneficiaryName'],
  summaryOf: ({ reference, amountKobo }) => `Paycode ${reference}: ${showNaira(amountKobo)}`,
  amountOf: ({ amountKobo }) => amountKobo,
  toView: toPaycode,
  viewName: 'paycode',
  webhooks: PAYCODE_WEBHOOKS,
  takesEvents: false,
  holdingsOf: paycodeHoldings,
  signedDecisions: true,
  cancelRequest: 'POST /v1/paycodes/{reference}/cancel',
  commands,
};
