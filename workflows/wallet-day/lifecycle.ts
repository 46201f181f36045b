import type { WalletDaySnapshot } from '../../src/domain/wallet-day/wallet-day.js';
import { nameOf } from '../shared/messages.js';
import { createLifecycle, type Lifecycle } from '../shared/run/lifecycle.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import { WALLET_DAY, type WalletDayInput } from './messages.js';
import { createWalletDay, newSnapshot, type WalletDay } from './state.js';

export type WalletDayLifecycle = Lifecycle<WalletDaySnapshot, WalletDay>;

export function createWalletDayLifecycle(input: WalletDayInput, worker: WorkerSettings): WalletDayLifecycle {
  return createLifecycle(
    { prefix: nameOf(WALLET_DAY), make: createWalletDay, asAsked: newSnapshot },
    input,
    worker,
  );
}
