import type { BillSnapshot, BillTerms } from '../../src/domain/bill/bill.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { newPayout } from '../../src/domain/payout/payout.js';
import { SINGLE_PAYOUT_TRANSITIONS } from '../../src/domain/payout/single-payout.js';
import { createSinglePayout } from '../shared/payout/single-payout.js';
import { describeBill } from './details.js';

export function newSnapshot(terms: BillTerms, at: string): BillSnapshot {
  return {
    ...beginning('PENDING', 'created by the merchant', at),
    ...newPayout({ asked: terms.amountKobo }),
    lifecycle: 'bill',
    terms,
  };
}

export function createBill(initial: BillSnapshot) {
  return createSinglePayout<BillSnapshot>(initial, {
    describe: describeBill,
    transitions: SINGLE_PAYOUT_TRANSITIONS,
  });
}
