import type { TransferSnapshot } from '../../src/domain/transfer/transfer.js';
import { createLifecycle, type Lifecycle } from '../shared/run/lifecycle.js';
import type { TransferInput } from './messages.js';
import { createTransfer, newSnapshot, type Transfer } from './state.js';

export type TransferLifecycle = Lifecycle<TransferSnapshot, Transfer>;

export function createTransferLifecycle(input: TransferInput): TransferLifecycle {
  return createLifecycle({ prefix: 'transfer', make: createTransfer, asAsked: newSnapshot }, input);
}
