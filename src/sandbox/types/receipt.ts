import { type BankAccount } from './bank-account.js';
import { type PaymentStatus } from './transaction.js';

/** What somebody sends from a banking app. */
export interface IncomingTransfer {
  readonly bankCode: string;
  readonly accountNumber: string;
  readonly amountKobo: number;
  readonly payer: BankAccount;
}

/** What the bank simulator tells the payer after a transfer, whether it went or not. */
export interface Receipt extends IncomingTransfer {
  readonly id: string;
  readonly at: number;
  readonly outcome: TransferOutcome;
}

/** What becomes of money that somebody sends from a bank. */
export type TransferOutcome =
  | { readonly accepted: true; readonly status: PaymentStatus; readonly transactionReference: string }
  | { readonly accepted: false; readonly reason: string };
