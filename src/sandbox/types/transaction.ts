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

/** What arrived by one bank transfer. */
export interface AccountPayment {
  readonly from: BankAccount;
  readonly amountKobo: number;
  readonly sessionId: string;
  readonly at: number;
}

/** What an agent has taken cash for. */
export interface OfflineProduct {
  readonly amountKobo: number;
  readonly code: string;
  readonly type: 'INVOICE' | 'DYNAMIC';
}

/** What a merchant asks its customer to pay. */
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
  /** What the customer pays beside the amount, where the customer bears the fee. */
  readonly surchargeKobo: number;
  /** As it was last written down: whether an unpaid one has expired is a question of the time it is read. */
  readonly recorded: PaymentStatus;
  readonly product: { readonly type: string; readonly reference: string };
  readonly invoiceReference?: string;
  readonly method?: PaymentMethod;
  readonly accountNumber?: string;
  /** A charge that waits for the customer. */
  readonly cardAttempt: CardAttempt | null;
  readonly card?: CardDetails;
  readonly offlineProduct?: OfflineProduct;
  readonly paidKobo: number;
  readonly feeKobo: number;
  /** The merchant's part: what was paid less the fee and the shares of sub-accounts. */
  readonly netKobo: number;
  readonly settledKobo: number;
  readonly settlementReference?: string;
  readonly paidAt?: number;
  readonly accountPayments: readonly AccountPayment[];
}
