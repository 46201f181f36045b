import { type BankAccount } from './bank-account.js';
import { type CardAttempt, type CardDetails } from './card.js';
import { type SplitItem } from './sub-account.js';

export type PaymentStatus =
  'PENDING' | 'PAID' | 'OVERPAID' | 'PARTIALLY_PAID' | 'EXPIRED' | 'FAILED' | 'CANCELLED';

export const PAYMENT_METHODS = ['CARD', 'ACCOUNT_TRANSFER'] as const;

export type PaymentMethod = (typeof PAYMENT_METHODS)[number] | 'DIRECT_DEBIT' | 'CASH';

export interface Customer {
  readonly email: string;
  readonly name: string;
}

/** One bank transfer received. */
export interface AccountPayment {
  readonly from: BankAccount;
  readonly amountKobo: number;
  readonly sessionId: string;
  readonly at: number;
}

/** What the customer paid for in cash at an agent. */
export interface OfflineProduct {
  readonly amountKobo: number;
  readonly code: string;
  readonly type: 'INVOICE' | 'DYNAMIC';
}

/** The terms of a payment that a merchant requests. */
export interface Terms {
  readonly paymentReference: string;
  readonly amountKobo: number;
  readonly description: string;
  readonly customer: Customer;
  readonly methods: readonly PaymentMethod[];
  readonly redirectUrl?: string;
  readonly split: readonly SplitItem[];
  readonly metaData: Readonly<Record<string, unknown>>;
}

export interface Transaction extends Terms {
  readonly transactionReference: string;
  readonly merchantId: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** The fee on top of the amount, where the customer bears it. */
  readonly surchargeKobo: number;
  /** The stored status. Expiry of an unpaid transaction is computed when it is read: see statusOf. */
  readonly recorded: PaymentStatus;
  readonly product: { readonly type: string; readonly reference: string };
  readonly invoiceReference?: string;
  readonly method?: PaymentMethod;
  readonly accountNumber?: string;
  /** A charge that waits for the customer's authorization. */
  readonly cardAttempt: CardAttempt | null;
  readonly card?: CardDetails;
  readonly offlineProduct?: OfflineProduct;
  readonly paidKobo: number;
  readonly feeKobo: number;
  /** The merchant's share: the amount paid less the fee and the sub-accounts' shares. */
  readonly netKobo: number;
  readonly settledKobo: number;
  readonly paidAt?: number;
  readonly accountPayments: readonly AccountPayment[];
}
