import { type Batch, type BatchStatus } from '../types/batch.js';
import { type Transfer, type TransferStatus } from '../types/transfer.js';
import { type World } from '../world.js';
import { transferStatus } from './transfers.js';

/** Runs inside a commit: marks the batch COMPLETED when no row is open. */
export function markIfComplete(world: World, key: string): void {
  const batch = world.batches.get(key);
  if (!batch || world.transfers.find('open', key)) return;
  world.batches.put({ ...batch, recorded: 'COMPLETED' });
}

export function rowsOf(world: World, { key }: Batch): Transfer[] {
  return [...world.transfers.filter('batch', key)];
}

/** How many rows are decided, of how many. */
export function batchProgress(world: World, batch: Batch) {
  const count = batch.count;
  const isUndecided = batchStatus(batch, world.clock.now()) === 'PENDING_AUTHORIZATION';
  const open = isUndecided ? count : [...world.transfers.filter('open', batch.key)].length;
  return { count, decided: count - open };
}

export function batchStatus({ recorded, otp }: Batch, now: number): BatchStatus {
  const late = otp !== null && now >= otp.expiresAt;
  return late && recorded === 'PENDING_AUTHORIZATION' ? 'EXPIRED' : recorded;
}

/** The rows of a batch expire with it when its OTP was not entered in time. */
export function rowStatus(world: World, row: Transfer): TransferStatus {
  const batch = world.batches.get(row.batchKey ?? '');
  const now = world.clock.now();
  const expired = batch !== undefined && batchStatus(batch, now) === 'EXPIRED';
  return expired ? 'EXPIRED' : transferStatus(row, now);
}
