import type { ReservedAccountSnapshot } from '../../src/domain/reserved-account/reserved-account.js';
import { createLifecycle, type Lifecycle } from '../shared/run/lifecycle.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import { type Account, createAccount, newSnapshot } from './state.js';
import type { ReservedAccountInput } from './messages.js';

export type AccountLifecycle = Lifecycle<ReservedAccountSnapshot, Account>;

export function createAccountLifecycle(
  input: ReservedAccountInput,
  worker: WorkerSettings,
): AccountLifecycle {
  return createLifecycle(
    { prefix: 'reserved-account', make: createAccount, asAsked: newSnapshot },
    input,
    worker,
  );
}
