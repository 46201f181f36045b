import type { SettlementSnapshot } from '../../src/domain/settlement/settlement.js';
import { nameOf } from '../shared/messages.js';
import { createLifecycle, type Lifecycle } from '../shared/run/lifecycle.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import { SETTLEMENT, type SettlementInput } from './messages.js';
import { createSettlement, newSnapshot, type Settlement } from './state.js';

export type SettlementLifecycle = Lifecycle<SettlementSnapshot, Settlement>;

export function createSettlementLifecycle(
  input: SettlementInput,
  worker: WorkerSettings,
): SettlementLifecycle {
  return createLifecycle(
    { prefix: nameOf(SETTLEMENT), make: createSettlement, asAsked: newSnapshot },
    input,
    worker,
  );
}
