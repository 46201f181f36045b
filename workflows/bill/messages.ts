import { billHoldings } from '../../src/domain/bill/holdings.js';
import type { BillSnapshot, BillTerms } from '../../src/domain/bill/bill.js';
import { toBill } from '../../src/domain/bill/view.js';
import { BILL_WEBHOOKS } from '../../src/domain/bill/webhook-types.js';
import { showNaira } from '../../src/domain/money.js';
import { isOver } from '../../src/domain/payout/single-payout.js';
import { SINGLE_PAYOUT_STATES } from '../../src/domain/payout/single-payout-states.js';
import { approvalCommands, type LifecycleInput, type LifecycleKind } from '../shared/messages.js';

export type BillInput = LifecycleInput<BillTerms, BillSnapshot>;

const commands = approvalCommands<BillSnapshot>();

export const BILL: LifecycleKind<BillTerms, BillSnapshot, typeof commands> = {
  noun: 'bill',
  about: 'Airtime, data, electricity, television: bills that are paid once.',
  created: { scope: 'pay', command: 'Pay a bill' },
  prefix: 'bill',
  type: 'payBill',
  path: '/v1/bills',
  firstState: 'PENDING',
  states: SINGLE_PAYOUT_STATES,
  isOver,
  freeText: [],
  summaryOf: ({ reference, amountKobo }) => `Bill ${reference}: ${showNaira(amountKobo)}`,
  amountOf: ({ amountKobo }) => amountKobo,
  toView: toBill,
  viewName: 'bill',
  webhooks: BILL_WEBHOOKS,
  takesEvents: false,
  holdingsOf: billHoldings,
  signedDecisions: true,
  cancelRequest: 'POST /v1/bills/{reference}/cancel',
  commands,
};
