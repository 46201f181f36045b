import { proxyActivities, sleep } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { Notice } from '../../src/domain/notice.js';
import { failureReason } from './failures.js';
import { TELLS } from './policies.js';

const { tellMerchant } = proxyActivities<Activities>(TELLS);

export interface Notices {
  post(notice: Notice): void;
  readonly isIdle: () => boolean;
  /** What has not arrived yet, oldest first. */
  readonly waiting: () => readonly Notice[];
}

/**
 * One sender a story, in order of sequence: the next notice waits until the one before it has arrived, so a
 * merchant never hears the end before the beginning.
 */
export function createNotices(
  planMs: readonly number[],
  onUndelivered: (notice: Notice, reason: string) => void,
): Notices {
  const queue: Notice[] = [];
  let sending = false;

  async function sendAll(): Promise<void> {
    sending = true;
    for (let notice = queue[0]; notice; notice = queue[0]) {
      const reason = await deliver(notice, planMs);
      if (reason !== undefined) onUndelivered(notice, reason);
      queue.shift();
    }
    sending = false;
  }

  return {
    post(notice) {
      queue.push(notice);
      if (sending) return;
      // deliver() never rejects; should it ever, the next notice starts the sender again
      sendAll().catch(() => (sending = false));
    },
    isIdle: () => queue.length === 0,
    waiting: () => [...queue],
  };
}

/** Why it could not be delivered, or undefined when it was. */
async function deliver(notice: Notice, planMs: readonly number[]): Promise<string | undefined> {
  const summary = `Tell the merchant: ${notice.type}`;
  for (let attempt = 0; ; attempt++) {
    try {
      await tellMerchant.executeWithOptions({ summary }, [notice]);
      return undefined;
    } catch (error) {
      const pause = planMs[attempt];
      if (pause === undefined) return failureReason(error);
      await sleep(pause, { summary: `${summary} again` });
    }
  }
}
