import { successfulTransaction } from '../events/collection.js';
import { sendEvent } from '../events/deliveries.js';
import { accounts } from '../money/ledger.js';
import { collectionFee } from '../money/fees.js';
import { shareOut } from '../money/split.js';
import { merchantById } from '../people/merchants.js';
import { type PaymentStatus, type Transaction } from '../types/transaction.js';
import { type World } from '../world.js';

/** Money received for a transaction. */
export interface Income {
  readonly transaction: Transaction;
  readonly amountKobo: number;
  /** The ledger account that is debited. */
  readonly from: string;
  readonly status: PaymentStatus;
  /** Transaction fields that the payment sets: method, card, payer's account. */
  readonly facts: Partial<Transaction>;
  /** The gateway's fee, where it is not the usual one. */
  readonly fee?: (amountKobo: number) => number;
  /** Whether the merchant gets an event; true by default. */
  readonly sendsEvent?: boolean;
}

/** Runs inside a commit: posts the income, updates the transaction and sends the event. */
export function collect(world: World, income: Income): Transaction {
  const { transaction, amountKobo, status, facts, sendsEvent = true } = income;
  const fee = feeOf(income);
  const { shares, merchantKobo } = shareOut(amountKobo, fee, transaction.split);
  const at = world.clock.now();
  world.ledger.post({
    at,
    cause: 'collection',
    reference: transaction.transactionReference,
    lines: [
      { account: income.from, amountKobo: -amountKobo },
      { account: accounts.fees, amountKobo: fee },
      ...shares.map((share) => ({
        account: accounts.subAccount(share.subAccountCode),
        amountKobo: share.amountKobo,
      })),
      { account: accounts.collected(transaction.merchantId), amountKobo: merchantKobo },
    ],
  });
  const paid: Transaction = {
    ...transaction,
    ...facts,
    // a payment by any channel ends a card charge that waits for the customer
    cardAttempt: null,
    recorded: status,
    paidKobo: transaction.paidKobo + amountKobo,
    feeKobo: transaction.feeKobo + fee,
    netKobo: transaction.netKobo + merchantKobo,
    paidAt: at,
  };
  world.transactions.put(paid);
  if (sendsEvent) sendEvent(world, merchantById(world, paid.merchantId), successfulTransaction(world, paid));
  return paid;
}

/** A fee borne by the customer is fixed when the transaction opens; otherwise it is a percentage of the amount received. */
function feeOf({ transaction, amountKobo, fee = collectionFee }: Income): number {
  if (transaction.surchargeKobo === 0) return fee(amountKobo);
  return Math.min(transaction.surchargeKobo - transaction.feeKobo, amountKobo);
}
