import { collectionFee } from '../money/fees.js';
import { type SplitItem } from '../money/split.js';
import { type Merchant } from '../people/merchants.js';
import { type BankAccount } from '../people/people.js';
import { transactionReference } from '../wire/references.js';
import { type World } from '../world.js';
import { type CardAttempt, type CardDetails } from './card-details.js';

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

/** Inside of a commit. What a transaction for an invoice, an account or a debit has otherwise is given as special. */
export function openTransaction(
  world: World,
  merchant: Merchant,
  terms: Terms & { readonly special?: Partial<Transaction> },
): Transaction {
  const now = world.clock.now();
  const { special, ...asked } = terms;
  const transaction: Transaction = {
    ...asked,
    transactionReference: transactionReference(world),
    merchantId: merchant.id,
    createdAt: now,
    expiresAt: now + world.validityMs,
    surchargeKobo: merchant.switches.feeBearer === 'CUSTOMER' ? collectionFee(terms.amountKobo) : 0,
    recorded: 'PENDING',
    product: { type: 'WEB_SDK', reference: terms.paymentReference },
    paidKobo: 0,
    feeKobo: 0,
    netKobo: 0,
    settledKobo: 0,
    cardAttempt: null,
    accountPayments: [],
    ...special,
  };
  world.transactions.put(transaction);
  return transaction;
}

export function statusOf(transaction: Transaction, now: number): PaymentStatus {
  return transaction.recorded === 'PENDING' && now >= transaction.expiresAt
    ? 'EXPIRED'
    : transaction.recorded;
}

export const payableKobo = ({ amountKobo, surchargeKobo }: Transaction): number => amountKobo + surchargeKobo;

/** Whether money has arrived, be it too little or too much. */
export const hasMoney = ({ paidKobo }: Transaction): boolean => paidKobo > 0;

/** A payment reference names one transaction or one debit, also a debit that the bank has not decided yet. */
export function isPaymentReferenceTaken(world: World, merchantId: string, reference: string): boolean {
  const key = keyOf(merchantId, reference);
  return world.transactions.find('payment', key) !== undefined || world.debits.get(key) !== undefined;
}

/** References that a merchant chooses are its own: another merchant may use the same. */
export const keyOf = (merchantId: string, reference: string): string => `${merchantId}/${reference}`;
