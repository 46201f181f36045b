import type { MandateSnapshot } from '../../src/domain/mandate/mandate.js';
import { createLifecycle, type Lifecycle } from '../shared/run/lifecycle.js';
import type { MandateInput } from './messages.js';
import { createMandate, type Mandate, newSnapshot } from './state.js';

export type MandateLifecycle = Lifecycle<MandateSnapshot, Mandate>;

export function createMandateLifecycle(input: MandateInput): MandateLifecycle {
  return createLifecycle({ prefix: 'mandate', make: createMandate, asAsked: newSnapshot }, input);
}
