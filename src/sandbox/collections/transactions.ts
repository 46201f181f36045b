import { collectionFee } from '../money/fees.js';
import { keyOf } from '../types/key.js';
import { type Merchant } from '../types/merchant.js';
import { type PaymentStatus, type Terms, type Transaction } from '../types/transaction.js';
import { transactionReference } from '../wire/references.js';
import { type World } from '../world.js';

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
