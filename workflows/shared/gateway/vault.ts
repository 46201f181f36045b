import { type ActivityInterfaceFor, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import type { Settings } from '../../../src/domain/settings.js';
import { MOVES_MONEY } from './activity-options.js';

/**
 * The desk is the one process that holds a card or a code in its memory. When it does not take the call up
 * soon it is gone, and with it what it held: that proves that nothing was sent.
 */
export function inVault(taskQueue: string, { vaultTimeoutMs }: Settings): ActivityInterfaceFor<Activities> {
  return proxyActivities<Activities>({
    ...MOVES_MONEY,
    taskQueue,
    scheduleToStartTimeout: vaultTimeoutMs,
  });
}
