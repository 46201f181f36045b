import { type Batch, type BatchStatus } from '../types/batch.js';
import { type Transfer } from '../types/transfer.js';
import { type World } from '../world.js';
import { transferStatus } from './transfers.js';

/** Runs inside a commit: marks the batch COMPLETED when no row is open. */
export function markIfComplete(world: World, key: string): void {
  const batch = world.batches.get(key);
  if (!batch || rowsOf(world, batch).some(isOpen)) return;
  world.batches.put({ ...batch, recorded: 'COMPLETED' });
}

export function rowsOf(world: World, { key }: Batch): Transfer[] {
  return [...world.transfers.filter('batch', key)];
}

export function batchStatus({ recorded, otp }: Batch, now: number): BatchStatus {
  const late = otp !== null && now >= otp.expiresAt;
  return late && recorded === 'PENDING_AUTHORIZATION' ? 'EXPIRED' : recorded;
}

/** The rows of a batch expire with it when its OTP was not entered in time. */
export function rowStatus(world: World, row: Transfer): string {
  const batch = world.batches.get(row.batchKey ?? '');
  const now = world.clock.now();
  const expired = batch !== undefined && batchStatus(batch, now) === 'EXPIRED';
  return expired ? 'EXPIRED' : transferStatus(row, now);
}

function isOpen({ recorded }: Transfer): boolean {
  return recorded === 'PENDING' || recorded === 'AWAITING_PROCESSING';
}
