import type { RefundsSnapshot } from '../../src/domain/refund/refund.js';
import { nameOf } from '../shared/messages.js';
import { createLifecycle, type Lifecycle } from '../shared/run/lifecycle.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import { REFUNDS, type RefundsInput } from './messages.js';
import { createRefunds, newSnapshot, type Refunds } from './state.js';

export type RefundsLifecycle = Lifecycle<RefundsSnapshot, Refunds>;

export function createRefundsLifecycle(input: RefundsInput, worker: WorkerSettings): RefundsLifecycle {
  return createLifecycle(
    { prefix: nameOf(REFUNDS), make: createRefunds, asAsked: newSnapshot },
    input,
    worker,
  );
}
