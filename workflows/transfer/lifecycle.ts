import type { TransferSnapshot } from '../../src/domain/transfer/transfer.js';
import type { SinglePayoutLifecycle } from '../shared/payout/single-payout.js';
import { createLifecycle } from '../shared/run/lifecycle.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import type { TransferInput } from './messages.js';
import { createTransfer, newSnapshot } from './state.js';

export type TransferLifecycle = SinglePayoutLifecycle<TransferSnapshot>;

export function createTransferLifecycle(input: TransferInput, worker: WorkerSettings): TransferLifecycle {
  return createLifecycle({ prefix: 'transfer', make: createTransfer, asAsked: newSnapshot }, input, worker);
}
