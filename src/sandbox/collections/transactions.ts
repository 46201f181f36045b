import { collectionFee } from '../money/fees.js';
import { keyOf } from '../types/key.js';
import { type Merchant } from '../types/merchant.js';
import { type PaymentStatus, type Terms, type Transaction } from '../types/transaction.js';
import { transactionReference } from '../wire/references.js';
import { type World } from '../world.js';

/** Runs inside a commit. `special` overrides fields for invoices, reserved accounts and debits. */
export function openTransaction(
  world: World,
  merchant: Merchant,
  terms: Terms & { readonly special?: Partial<Transaction> },
): Transaction {
  const now = world.clock.now();
  const { special, ...requested } = terms;
  const transaction: Transaction = {
    ...requested,
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

/** Whether any money has arrived. */
export const hasMoney = ({ paidKobo }: Transaction): boolean => paidKobo > 0;

/** A payment reference identifies one transaction or one debit, including a pending debit. */
export function isPaymentReferenceTaken(world: World, merchantId: string, reference: string): boolean {
  const key = keyOf(merchantId, reference);
  return world.transactions.find('payment', key) !== undefined || world.debits.get(key) !== undefined;
}
