import { type Otp } from './transfer.js';

export type BatchStatus =
  'PENDING_AUTHORIZATION' | 'AWAITING_PROCESSING' | 'IN_PROGRESS' | 'COMPLETED' | 'EXPIRED';

export interface Batch {
  readonly key: string;
  readonly merchantId: string;
  readonly batchReference: string;
  readonly transactionBatchReference: string;
  readonly title: string;
  readonly narration: string;
  readonly count: number;
  readonly amountKobo: number;
  readonly feeKobo: number;
  readonly otp: Otp | null;
  readonly recorded: BatchStatus;
  readonly createdAt: number;
}
