import { type BankAccount } from './bank-account.js';
import { type PaymentStatus } from './transaction.js';

/** A transfer sent from a banking app. */
export interface IncomingTransfer {
  readonly bankCode: string;
  readonly accountNumber: string;
  readonly amountKobo: number;
  readonly payer: BankAccount;
}

/** What the bank simulator shows the payer after a transfer, accepted or refused. */
export interface Receipt extends IncomingTransfer {
  readonly id: string;
  readonly at: number;
  readonly outcome: TransferOutcome;
}

/** The outcome of a bank transfer or a cash payment. */
export type TransferOutcome =
  | { readonly accepted: true; readonly status: PaymentStatus; readonly transactionReference: string }
  | { readonly accepted: false; readonly reason: string };
