import { type Batch, type BatchStatus } from '../types/batch.js';
import { type Transfer } from '../types/transfer.js';
import { type World } from '../world.js';
import { transferStatus } from './transfers.js';

/** Inside of a commit: a batch is complete when none of its rows is open. */
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

/** A row shares the fate of a batch whose code was not given in time. */
export function rowStatus(world: World, row: Transfer): string {
  const batch = world.batches.get(row.batchKey ?? '');
  const now = world.clock.now();
  const expired = batch !== undefined && batchStatus(batch, now) === 'EXPIRED';
  return expired ? 'EXPIRED' : transferStatus(row, now);
}

function isOpen({ recorded }: Transfer): boolean {
  return recorded === 'PENDING' || recorded === 'AWAITING_PROCESSING';
}
