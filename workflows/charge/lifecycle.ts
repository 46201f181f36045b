import type { ChargeSnapshot } from '../../src/domain/charge/charge.js';
import { createLifecycle, type Lifecycle } from '../shared/run/lifecycle.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import type { ChargeInput } from './messages.js';
import { type ChargeState, createChargeState, newSnapshot } from './state.js';

export type ChargeLifecycle = Lifecycle<ChargeSnapshot, ChargeState>;

export function createChargeLifecycle(input: ChargeInput, worker: WorkerSettings): ChargeLifecycle {
  return createLifecycle({ prefix: 'charge', make: createChargeState, asAsked: newSnapshot }, input, worker);
}

/** Keeps a run that ended by a reply open for its event, unless the event came first. */
export async function awaitEvent(lifecycle: ChargeLifecycle): Promise<void> {
  const { gatewayEventGraceMs } = await lifecycle.settings();
  const charge = lifecycle.subject();
  const isMissing = charge.snapshot().seen.length === 0;
  if (charge.isOver() && charge.hasMoney() && isMissing) lifecycle.stayFor(gatewayEventGraceMs);
}
