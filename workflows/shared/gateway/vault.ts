import { type ActivityInterfaceFor, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import type { Settings } from '../../../src/config/settings.js';
import { MOVES_MONEY } from './activity-options.js';

/**
 * The vault is the only process that holds card data or an OTP, in memory. If it does not pick the call up
 * soon it is gone, and the card data with it: that proves that nothing was sent.
 */
export function inVault(taskQueue: string, { vaultTimeoutMs }: Settings): ActivityInterfaceFor<Activities> {
  return proxyActivities<Activities>({
    ...MOVES_MONEY,
    taskQueue,
    scheduleToStartTimeout: vaultTimeoutMs,
  });
}
