import type { SweepSnapshot } from '../../src/domain/sweep/sweep.js';
import { createLifecycle, type Lifecycle } from '../shared/run/lifecycle.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import { SWEEP, type SweepInput } from './messages.js';
import { createSweep, newSnapshot, type Sweep } from './state.js';

export type SweepLifecycle = Lifecycle<SweepSnapshot, Sweep>;

export function createSweepLifecycle(input: SweepInput, worker: WorkerSettings): SweepLifecycle {
  return createLifecycle({ prefix: SWEEP.prefix, make: createSweep, asAsked: newSnapshot }, input, worker);
}
