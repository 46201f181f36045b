import type { BatchSnapshot } from '../../src/domain/batch/batch.js';
import { createLifecycle, type Lifecycle } from '../shared/run/lifecycle.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import type { BatchInput } from './messages.js';
import { type Batch, createBatch, newSnapshot } from './state.js';

export type BatchLifecycle = Lifecycle<BatchSnapshot, Batch>;

export function createBatchLifecycle(input: BatchInput, worker: WorkerSettings): BatchLifecycle {
  return createLifecycle({ prefix: 'batch', make: createBatch, asAsked: newSnapshot }, input, worker);
}
