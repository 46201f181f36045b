import type { PaycodeSnapshot } from '../../src/domain/paycode/paycode.js';
import type { SinglePayoutLifecycle } from '../shared/payout/single-payout.js';
import { createLifecycle } from '../shared/run/lifecycle.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import type { PaycodeInput } from './messages.js';
import { createPaycodeState, newSnapshot } from './state.js';

export type PaycodeLifecycle = SinglePayoutLifecycle<PaycodeSnapshot>;

export function createPaycodeLifecycle(input: PaycodeInput, worker: WorkerSettings): PaycodeLifecycle {
  return createLifecycle(
    { prefix: 'paycode', make: createPaycodeState, asAsked: newSnapshot },
    input,
    worker,
  );
}
