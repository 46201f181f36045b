import { type SplitItem } from './sub-account.js';

export interface Debit {
  readonly key: string;
  readonly merchantId: string;
  readonly paymentReference: string;
  readonly transactionReference: string;
  readonly mandateCode: string;
  readonly amountKobo: number;
  readonly narration: string;
  readonly customerEmail: string;
  readonly split: readonly SplitItem[];
  readonly status: 'PENDING' | 'PAID' | 'FAILED';
  readonly responseMessage: string | null;
}
