import { condition, proxyActivities, sleep } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { Notice } from '../../src/domain/notice.js';
import { failureReason } from './failures.js';
import { TELLS } from './policies.js';

const { tellMerchant } = proxyActivities<Activities>(TELLS);

/** How far the plan was used up for a notice. */
export interface Progress {
  readonly tried: number;
  /** When it is tried next, in milliseconds since the epoch. */
  readonly notBefore: number;
}

export interface Undelivered extends Progress {
  readonly notice: Notice;
}

export interface Notices {
  post(notice: Notice, progress?: Progress): void;
  readonly isIdle: () => boolean;
  /** Whether the merchant is being told right now, as opposed to later. */
  readonly isTelling: () => boolean;
  /** What has not arrived yet, oldest first. */
  readonly waiting: () => readonly Undelivered[];
}

const AT_ONCE: Progress = { tried: 0, notBefore: 0 };

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
  const queue: Undelivered[] = [];
  let sending = false;
  let telling = false;

  async function sendAll(): Promise<void> {
    sending = true;
    for (let first = queue[0]; first; first = queue[0]) {
      const reason = await deliver(first);
      if (reason !== undefined) onUndelivered(first.notice, reason);
      queue.shift();
    }
    sending = false;
  }

  /** Why it could not be delivered, or undefined when it was. */
  async function deliver({ notice, tried, notBefore }: Undelivered): Promise<string | undefined> {
    const pause = notBefore - Date.now();
    if (pause > 0) await sleep(pause, { summary: `Tell the merchant again: ${notice.type}` });
    if (rests()) await condition(() => !rests());
    telling = true;
    const reason = await tell(notice);
    telling = false;
    const planned = planMs[tried];
    if (reason === undefined || planned === undefined) return reason;
    queue[0] = { notice, tried: tried + 1, notBefore: Date.now() + planned };
    return deliver(queue[0]);
  }

  return {
    post(notice, progress = AT_ONCE) {
      queue.push({ notice, ...progress });
      if (sending) return;
      // deliver() never rejects; should it ever, the next notice starts the sender again
      sendAll().catch(() => (sending = false));
    },
    isIdle: () => queue.length === 0,
    isTelling: () => telling,
    waiting: () => [...queue],
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
