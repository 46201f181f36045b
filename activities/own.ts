import type { Client } from '@temporalio/client';
import type { Notice } from '../src/domain/notice.js';
import type { PaymentSnapshot } from '../src/domain/payment.js';
import type { Settings } from '../src/domain/settings.js';
import { recallPayment } from './recall-payment.js';
import { type NoticeAddress, tellMerchant } from './tell-merchant.js';

/** Deeds that touch no gateway. */
export interface OwnActivities {
  settings(): Promise<Settings>;
  tellMerchant(notice: Notice): Promise<void>;
  /** The result of a finished run; null when it ended without one (it was terminated, or failed). */
  recallPayment(workflowId: string, runId: string): Promise<PaymentSnapshot | null>;
}

export interface OwnMeans {
  readonly client: Client;
  readonly settings: Omit<Settings, 'tellsMerchant'>;
  /** Read here and never from a request: whoever could choose it could read everybody's payments. */
  readonly noticeAddress: NoticeAddress | undefined;
}

export function createOwnActivities({ client, settings, noticeAddress }: OwnMeans): OwnActivities {
  return {
    settings: () => Promise.resolve({ ...settings, tellsMerchant: noticeAddress !== undefined }),
    tellMerchant: async (notice) => {
      if (noticeAddress) await tellMerchant(noticeAddress, notice);
    },
    recallPayment: (workflowId, runId) => recallPayment(client, workflowId, runId),
  };
}
