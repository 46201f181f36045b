import type { BillSnapshot } from '../../src/domain/bill/bill.js';
import type { SinglePayoutLifecycle } from '../shared/payout/single-payout.js';
import { createLifecycle } from '../shared/run/lifecycle.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import type { BillInput } from './messages.js';
import { createBill, newSnapshot } from './state.js';

export type BillLifecycle = SinglePayoutLifecycle<BillSnapshot>;

export function createBillLifecycle(input: BillInput, worker: WorkerSettings): BillLifecycle {
  return createLifecycle({ prefix: 'bill', make: createBill, asAsked: newSnapshot }, input, worker);
}
