import type { PartSnapshot } from '../../src/domain/batch/batch-part.js';
import { createLifecycle, type Lifecycle } from '../shared/run/lifecycle.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import type { PartInput } from './messages.js';
import { createPart, newSnapshot, type Part } from './state.js';

export type PartLifecycle = Lifecycle<PartSnapshot, Part>;

export function createPartLifecycle(input: PartInput, worker: WorkerSettings): PartLifecycle {
  return createLifecycle({ prefix: 'batch-part', make: createPart, asAsked: newSnapshot }, input, worker);
}
