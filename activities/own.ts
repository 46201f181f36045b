import type { Client } from '@temporalio/client';
import type { News } from '../src/domain/news.js';
import type { Notice } from '../src/domain/notice.js';
import type { Settings } from '../src/domain/settings.js';
import { findOwner, type StoryAddress } from './find-owner.js';
import { type Recall, recall } from './recall.js';
import { type NoticeAddress, tellMerchant } from './tell-merchant.js';

/** Deeds that touch no gateway. */
export interface OwnActivities {
  settings(): Promise<Settings>;
  tellMerchant(notice: Notice): Promise<void>;
  /** What a finished run left behind, also when it ended without a result. */
  recall(workflowId: string, runId: string): Promise<Recall>;
  /** The story that a transaction of the gateway belongs to, if one has said so. */
  findOwner(gatewayReference: string): Promise<StoryAddress | null>;
  /** Brings news to another story, whether it runs or not. */
  forwardNews(to: StoryAddress, news: News): Promise<void>;
}

export interface OwnMeans {
  readonly client: Client;
  readonly settings: Omit<Settings, 'tellsMerchant'>;
  /** Read here and never from a request: whoever could choose it could read everybody's payments. */
  readonly noticeAddress: NoticeAddress | undefined;
  readonly bringNews: (to: StoryAddress, news: News) => Promise<unknown>;
}

export function createOwnActivities({ client, settings, noticeAddress, bringNews }: OwnMeans): OwnActivities {
  return {
    settings: () => Promise.resolve({ ...settings, tellsMerchant: noticeAddress !== undefined }),
    tellMerchant: async (notice) => {
      if (noticeAddress) await tellMerchant(noticeAddress, notice);
    },
    recall: (workflowId, runId) => recall(client, workflowId, runId),
    findOwner: (gatewayReference) => findOwner(client, gatewayReference),
    forwardNews: async (to, news) => {
      await bringNews(to, news);
    },
  };
}
