import { proxyActivities } from '@temporalio/workflow';

const { send } = proxyActivities<{ send(): Promise<string> }>({
  startToCloseTimeout: '1m',
  retry: { maximumAttempts: 1 },
});

/** Sends once, as every workflow of Oware does. */
export const sendOnce = (): Promise<string> => send();
