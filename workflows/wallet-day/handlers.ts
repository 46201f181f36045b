import { registerCommonHandlers } from '../shared/run/handlers.js';
import type { WalletDayLifecycle } from './lifecycle.js';
import { WALLET_DAY } from './messages.js';

export function registerHandlers(lifecycle: WalletDayLifecycle): void {
  registerCommonHandlers(lifecycle, WALLET_DAY);
}
