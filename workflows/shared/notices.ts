import { condition, proxyActivities, sleep } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { Notice } from '../../src/domain/notice.js';
import { failureReason } from './failures.js';
import { TELLS } from './policies.js';

const { tellMerchant } = proxyActivities<Activities>(TELLS);

/** A notice on its way, and how many entries of the plan were used up for it. */
export interface Undelivered {
  readonly notice: Notice;
  readonly tried: number;
}

export interface Notices {
  post(notice: Notice, tried?: number): void;
  readonly isIdle: () => boolean;
  /** Whether the merchant is being told right now, as opposed to later. */
  readonly isTelling: () => boolean;
  /** What has not arrived yet, oldest first. */
  readonly waiting: () => readonly Undelivered[];
}

export interface Circumstances {
  readonly onUndelivered: (notice: Notice, reason: string) => void;
  /** While it does, nobody is told anything new. */
  readonly rests: () => boolean;
}

/**
 * One sender a story, in order of sequence: the next notice waits until the one before it has arrived, so a
 * merchant never hears the end before the beginning.
 */
export function createNotices(planMs: readonly number[], { onUndelivered, rests }: Circumstances): Notices {
  const queue: { readonly notice: Notice; tried: number }[] = [];
  let sending = false;
  let telling = false;

  async function sendAll(): Promise<void> {
    sending = true;
    for (let next = queue[0]; next; next = queue[0]) {
      const reason = await deliver(next);
      if (reason !== undefined) onUndelivered(next.notice, reason);
      queue.shift();
    }
    sending = false;
  }

  /** Why it could not be delivered, or undefined when it was. */
  async function deliver(next: { readonly notice: Notice; tried: number }): Promise<string | undefined> {
    for (;;) {
      if (rests()) await condition(() => !rests());
      telling = true;
      const reason = await tell(next.notice);
      telling = false;
      if (reason === undefined) return undefined;
      const pause = planMs[next.tried];
      if (pause === undefined) return reason;
      next.tried += 1;
      await sleep(pause, { summary: `Tell the merchant again: ${next.notice.type}` });
    }
  }

  return {
    post(notice, tried = 0) {
      queue.push({ notice, tried });
      if (sending) return;
      // deliver() never rejects; should it ever, the next notice starts the sender again
      sendAll().catch(() => (sending = false));
    },
    isIdle: () => queue.length === 0,
    isTelling: () => telling,
    waiting: () => queue.map((each) => ({ ...each })),
  };
}

async function tell(notice: Notice): Promise<string | undefined> {
  try {
    await tellMerchant.executeWithOptions({ summary: `Tell the merchant: ${notice.type}` }, [notice]);
    return undefined;
  } catch (error) {
    return failureReason(error);
  }
}
