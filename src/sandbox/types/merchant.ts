import { type BankAccount } from './bank-account.js';

/** The gateway's conditions of access and settings, which in life an account manager sets. */
export interface Switches {
  /** null: calls are honoured from anywhere. */
  readonly whitelistedAddresses: readonly string[] | null;
  readonly transfersEligible: boolean;
  readonly subAccountsApproved: boolean;
  readonly walletApproved: boolean;
  readonly billsActive: boolean;
  readonly verificationLive: boolean;
  readonly refundsOn: boolean;
  readonly otpOn: boolean;
  /** Whether the same amount to the same account within two minutes is held back as a duplicate. */
  readonly duplicateGuardOn: boolean;
  readonly eventsSigned: boolean;
  readonly feeBearer: 'MERCHANT' | 'CUSTOMER';
  readonly underPayment: 'PARTIALLY_PAID' | 'REJECTED_PAYMENT';
  /** What becomes of money sent to an account whose time is over. */
  readonly latePayment: 'REFUSED' | 'ACCEPTED';
  readonly settlesTo: 'BANK' | 'WALLET';
  /** Whether a debit that worked is told by an event: none is documented. */
  readonly debitEvents: boolean;
  /** Whether every change of the wallet is told. */
  readonly walletEvents: boolean;
  /** Below this the wallet's balance is told as low; null: never. */
  readonly lowBalanceNaira: number | null;
}

/** The dashboard has one address per group of events; any other kind goes to the address for all. */
export interface WebhookUrls {
  readonly all?: string;
  readonly collection?: string;
  readonly disbursement?: string;
  readonly refund?: string;
  readonly settlement?: string;
}

export interface Merchant {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly apiKey: string;
  readonly secretKey: string;
  /** The secret before the last rotation. */
  readonly previousSecretKey: string | null;
  readonly contractCode: string;
  readonly walletAccountNumber: string;
  readonly settlementAccount: BankAccount;
  readonly webhookUrls: WebhookUrls;
  readonly switches: Switches;
  readonly createdAt: number;
}
