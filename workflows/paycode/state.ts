import type { PaycodeSnapshot, PaycodeTerms } from '../../src/domain/paycode/paycode.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { newPayout } from '../../src/domain/payout/payout.js';
import { SINGLE_PAYOUT_TRANSITIONS } from '../../src/domain/payout/single-payout.js';
import { createSinglePayout } from '../shared/payout/single-payout.js';
import { describePaycode } from './details.js';

export function newSnapshot(terms: PaycodeTerms, at: string): PaycodeSnapshot {
  return {
    ...beginning('PENDING', 'created by the merchant', at),
    ...newPayout({ asked: terms.amountKobo }),
    lifecycle: 'paycode',
    terms,
  };
}

export function createPaycodeState(initial: PaycodeSnapshot) {
  return createSinglePayout<PaycodeSnapshot>(initial, {
    describe: describePaycode,
    transitions: SINGLE_PAYOUT_TRANSITIONS,
  });
}
