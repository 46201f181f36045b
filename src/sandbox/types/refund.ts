import { type BankAccount } from './bank-account.js';

export interface Refund {
  readonly key: string;
  readonly merchantId: string;
  readonly refundReference: string;
  readonly transactionReference: string;
  readonly amountKobo: number;
  readonly reason: string;
  readonly customerNote: string;
  readonly destination: BankAccount;
  readonly full: boolean;
  readonly status: 'PENDING' | 'COMPLETED' | 'FAILED';
  readonly comment: string;
  readonly createdAt: number;
  readonly completedAt: number | null;
}
