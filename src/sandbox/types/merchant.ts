import { type BankAccount } from './bank-account.js';

/** Access conditions and settings that an account manager sets at the real gateway. */
export interface Switches {
  /** null: calls are accepted from any address. */
  readonly whitelistedAddresses: readonly string[] | null;
  readonly transfersEligible: boolean;
  readonly subAccountsApproved: boolean;
  readonly walletApproved: boolean;
  readonly billsActive: boolean;
  readonly verificationLive: boolean;
  readonly refundsOn: boolean;
  readonly otpOn: boolean;
  /** Whether the same amount to the same account within two minutes is refused as a duplicate. */
  readonly duplicateGuardOn: boolean;
  readonly eventsSigned: boolean;
  /** Whether events of all groups wait in one queue. */
  readonly oneEventQueue: boolean;
  readonly feeBearer: 'MERCHANT' | 'CUSTOMER';
  readonly underPayment: 'PARTIALLY_PAID' | 'REJECTED_PAYMENT';
  /** How money sent to an expired account is handled. */
  readonly latePayment: 'REFUSED' | 'ACCEPTED';
  readonly settlesTo: 'BANK' | 'WALLET';
  /** Whether collected money is settled every morning; otherwise only on request. */
  readonly settlesDaily: boolean;
  /** Whether a successful debit sends an event; the gateway documents none. */
  readonly debitEvents: boolean;
  /** Whether every wallet change sends an event. */
  readonly walletEvents: boolean;
  /** The threshold of the low balance event; null: no event. */
  readonly lowBalanceNaira: number | null;
  /** Whether a transfer refused with D04 is recorded as FAILED, which spends its reference. */
  readonly refusedTransfersRecorded: boolean;
  /** How many rows of a batch are sent each minute; null: all at once. */
  readonly batchRowsPerMinute: number | null;
  /** Whether the total amount of a batch includes the fees. */
  readonly batchTotalsIncludeFees: boolean;
  /** Whether the documented list of batches, bulk/transactions, does not exist. */
  readonly batchListMissing: boolean;
  /** Whether single/summary does not find the rows of batches. */
  readonly batchRowStatusMissing: boolean;
  /** Whether a pending refund is IN_PROGRESS, as older documents say. */
  readonly refundsInProgress: boolean;
}

/** One address per group of events; other event types go to `all`. */
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
