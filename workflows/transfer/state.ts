import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { newPayout } from '../../src/domain/payout/payout.js';
import {
  TRANSFER_TRANSITIONS,
  type TransferSnapshot,
  type TransferTerms,
} from '../../src/domain/transfer/transfer.js';
import { createSinglePayout } from '../shared/payout/single-payout.js';
import { describeTransfer } from './details.js';

export function newSnapshot(terms: TransferTerms, at: string): TransferSnapshot {
  return {
    ...beginning('PENDING', 'created by the merchant', at),
    ...newPayout({ asked: terms.amountKobo }),
    lifecycle: 'transfer',
    terms,
  };
}

export function createTransfer(initial: TransferSnapshot) {
  return createSinglePayout<TransferSnapshot>(initial, {
    describe: describeTransfer,
    transitions: TRANSFER_TRANSITIONS,
  });
}
