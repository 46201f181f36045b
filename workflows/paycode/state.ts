import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import type { PaycodeSnapshot, PaycodeTerms } from '../../src/domain/paycode/paycode.js';
import { createSinglePayout } from '../shared/payout/single-payout.js';
import { describePaycode } from './details.js';

export function newSnapshot(terms: PaycodeTerms, at: string): PaycodeSnapshot {
  return { ...beginning('PENDING', 'created by the merchant', at), lifecycle: 'paycode', terms };
}

export function createPaycodeState(initial: PaycodeSnapshot) {
  return createSinglePayout<PaycodeSnapshot>(initial, { prefix: 'paycode', describe: describePaycode });
}
