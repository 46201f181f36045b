import type { MandateSnapshot } from '../../src/domain/mandate/mandate.js';
import { createLifecycle, type Lifecycle } from '../shared/run/lifecycle.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import type { MandateInput } from './messages.js';
import { createMandate, type Mandate, newSnapshot } from './state.js';

export type MandateLifecycle = Lifecycle<MandateSnapshot, Mandate>;

export function createMandateLifecycle(input: MandateInput, worker: WorkerSettings): MandateLifecycle {
  return createLifecycle({ prefix: 'mandate', make: createMandate, asAsked: newSnapshot }, input, worker);
}
