import type { BillSnapshot, BillTerms } from '../../src/domain/bill/bill.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { createSinglePayout } from '../shared/payout/single-payout.js';
import { describeBill } from './details.js';

export function newSnapshot(terms: BillTerms, at: string): BillSnapshot {
  return { ...beginning('PENDING', 'created by the merchant', at), lifecycle: 'bill', terms };
}

export function createBill(initial: BillSnapshot) {
  return createSinglePayout<BillSnapshot>(initial, { prefix: 'bill', describe: describeBill });
}
